package io.birdseye.cli.options;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.trial.Axis;
import io.birdseye.loadtest.program.Jdk;
import io.birdseye.loadtest.program.LabelledFlags;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Layout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** What a comparison varies beside strategies. Each strategy is measured with each combination of values. */
@OptionGroup.In(OptionGroup.RUNTIME)
public final class AxisOptions {

    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,6})([kmg])");

    @Option(names = "--java", split = ",", paramLabel = "JDK",
            description = "JDKs of the service: versions such as 25,26, or folders. mock-api and the injector stay on the JDK"
                    + " of Birdseye (default: that one for the service too).")
    private List<String> javas = List.of();

    @Option(names = "--heap", split = ",", paramLabel = "SIZE",
            description = "Heaps of the service, such as 512m,3g: initial and maximum size, in place of those in --jvm; where"
                    + " these fix the young generation, it takes two thirds.")
    private List<String> heaps = List.of();

    private static final List<String> SERVERS = List.of("grizzly", "tomcat");

    @Option(names = "--http-servers", split = ",", paramLabel = "SERVER",
            description = "HTTP servers of the service, such as grizzly,tomcat: does the server matter? (default: grizzly).")
    private List<String> servers = List.of();

    /**
     * The axes that are given, and the layouts where they are several. Birdseye's own JDK comes before others like it.
     */
    public List<Axis> axes(BirdseyeCommand command, Jdk own, LimitOptions limits, List<Layout> layouts) {
        List<Axis> axes = new ArrayList<>();
        if (!javas.isEmpty()) {
            axes.add(java(command, own));
        }
        Map<String, List<String>> flags = limits.labelled(command).byLabel();
        command.check(() -> {
            add(axes, "jvm", flags.entrySet().stream()
                    .map(label -> new Axis.Value(label.getKey(), String.join(" ", label.getValue()), setup -> setup.withJvmFlags(
                            LabelledFlags.behind(setup.jvmFlags(), label.getValue()))))
                    .toList());
            add(axes, "heap", heaps.stream().map(AxisOptions::heap).toList());
            add(axes, "layout", layouts.size() < 2 ? List.of() : layouts.stream()
                    .map(layout -> new Axis.Value(layout.label(), layout.label(), setup -> setup.withLayout(layout)))
                    .toList());
            add(axes, "http-server", servers.stream().map(AxisOptions::server).toList());
            return axes;
        });
        return axes;
    }

    /** The JVM flags that all rows have in common. */
    public List<String> commonFlags(BirdseyeCommand command, LimitOptions limits) {
        return limits.labelled(command).common();
    }

    private static void add(List<Axis> axes, String name, List<Axis.Value> values) {
        if (!values.isEmpty()) {
            axes.add(new Axis(name, values));
        }
    }

    /** The feature versions of the JDKs on which the service runs. */
    public SortedSet<Integer> features(BirdseyeCommand command, Jdk own) {
        return javas.isEmpty()
                ? new TreeSet<>(Set.of(own.feature().orElse(Programs.BUILT_FOR)))
                : new TreeSet<>(jdks(command, own).values());
    }

    private Axis java(BirdseyeCommand command, Jdk own) {
        Map<String, Axis.Value> values = new LinkedHashMap<>();
        jdks(command, own).forEach((jdk, feature) -> {
            String label = "JDK " + feature;
            String unique = values.containsKey(label) ? label + " " + jdk.home().getFileName() : label;
            values.put(unique, new Axis.Value(unique, unique, setup -> setup.withJdk(jdk)));
        });
        return new Axis("java", List.copyOf(values.values()));
    }

    /** Those that are given, each with its feature version. */
    private Map<Jdk, Integer> jdks(BirdseyeCommand command, Jdk own) {
        Map<Jdk, Integer> jdks = new LinkedHashMap<>();
        for (String wanted : javas) {
            Jdk jdk = find(command, own, wanted.strip());
            int feature = jdk.feature().orElseThrow(
                    () -> command.wrong("--java: " + jdk.home() + " has no file 'release' that tells its version"));
            if (feature < Programs.BUILT_FOR) {
                throw command.wrong("--java: the service is built for JDK " + Programs.BUILT_FOR + " and later, and "
                        + jdk.home() + " is JDK " + feature);
            }
            if (jdks.put(jdk, feature) != null) {
                throw command.wrong("--java has '" + wanted + "' twice");
            }
        }
        return jdks;
    }

    private static Jdk find(BirdseyeCommand command, Jdk own, String wanted) {
        if (own.feature().map(String::valueOf).filter(wanted::equals).isPresent()) {
            return own;
        }
        try {
            return Jdk.find(wanted, Path.of("").toAbsolutePath());
        } catch (TrialFailure e) {
            throw command.wrong("--java: " + e.reason());
        }
    }

    private static Axis.Value server(String text) {
        String name = text.strip();
        if (!SERVERS.contains(name)) {
            throw new IllegalArgumentException("--http-servers takes " + String.join(" and ", SERVERS) + ", but has '" + text + "'");
        }
        return new Axis.Value(name, name, setup -> setup.withArgument("--http-server=" + name));
    }

    private static Axis.Value heap(String text) {
        String size = text.strip().toLowerCase(Locale.ROOT);
        Matcher matcher = SIZE.matcher(size);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a heap of --heap is a size such as 512m or 3g, but is '" + text + "'");
        }
        long kilobytes = Long.parseLong(matcher.group(1)) << (10 * "kmg".indexOf(matcher.group(2)));
        String young = "-Xmn" + kilobytes * 2 / 3 + "k";
        return new Axis.Value(size, "-Xms" + size + " -Xmx" + size, setup -> setup.withJvmFlags(LabelledFlags.behind(
                setup.jvmFlags(),
                setup.jvmFlags().stream().anyMatch(flag -> flag.startsWith("-Xmn"))
                        ? List.of("-Xms" + size, "-Xmx" + size, young)
                        : List.of("-Xms" + size, "-Xmx" + size))));
    }
}
