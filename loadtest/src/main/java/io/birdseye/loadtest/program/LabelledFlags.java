package io.birdseye.loadtest.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** JVM flags as users write them, in their order: alone, or as {@code LABEL=FLAGS} to vary them. */
public record LabelledFlags(List<String> common, SequencedMap<String, List<String>> byLabel) {

    private static final Pattern LABELLED = Pattern.compile("([^-@=\\s][^=\\s]*)=(.*)", Pattern.DOTALL);
    private static final String COLLECTOR = "-XX:\\+Use\\w+GC";
    private static final String HEAP = "-Xm[xs].*|-XX:(Max|Min|Initial)?HeapSize=.*|-XX:(Max|Min|Initial)RAM(Percentage|Fraction)=.*";
    private static final String YOUNG = "-Xmn.*|-XX:(Max)?NewSize=.*|-XX:-UseAdaptiveSizePolicy";
    private static final String LABEL = "[A-Za-z0-9][A-Za-z0-9._-]{0,31}";

    /** @throws IllegalArgumentException if a label is given twice or is none, or a flag is none */
    public static LabelledFlags parse(List<String> values) {
        List<String> common = new ArrayList<>();
        SequencedMap<String, List<String>> byLabel = new LinkedHashMap<>();
        for (String value : values) {
            Matcher labelled = LABELLED.matcher(value.strip());
            if (!labelled.matches()) {
                common.addAll(flags(value));
                continue;
            }
            String label = labelled.group(1);
            if (!label.matches(LABEL)) {
                throw new IllegalArgumentException("a label of --jvm has at most 32 letters, digits, dots, dashes and"
                        + " underscores, but is '" + label + "'");
            }
            if (flags(labelled.group(2)).isEmpty()) {
                throw new IllegalArgumentException("--jvm " + label + "= has no flags");
            }
            if (byLabel.put(label, flags(labelled.group(2))) != null) {
                throw new IllegalArgumentException("--jvm has the label '" + label + "' twice");
            }
        }
        return new LabelledFlags(behind(Programs.serviceJvmFlags(), common), byLabel);
    }

    /**
     * The flags of before, and more behind them. Where these name another collector or a heap, that of before goes, since a
     * JVM refuses two collectors, and an initial heap beyond the greatest one.
     */
    public static List<String> behind(List<String> before, List<String> more) {
        boolean collector = more.stream().anyMatch(flag -> flag.matches(COLLECTOR) && !before.contains(flag));
        boolean heap = more.stream().anyMatch(flag -> flag.matches(HEAP));
        return Stream.concat(
                        before.stream().filter(flag -> !(collector && flag.matches(COLLECTOR + "|" + YOUNG))
                                && !(heap && flag.matches(HEAP + "|" + YOUNG))),
                        more.stream())
                .toList();
    }

    private static List<String> flags(String text) {
        List<String> flags = Stream.of(text.split("\\s+")).filter(flag -> !flag.isEmpty()).toList();
        for (String flag : flags) {
            if (!flag.startsWith("-") && !flag.startsWith("@")) {
                throw new IllegalArgumentException("--jvm takes JVM flags, which begin with '-', or LABEL=FLAGS, but has '"
                        + flag + "'");
            }
        }
        return flags;
    }
}
