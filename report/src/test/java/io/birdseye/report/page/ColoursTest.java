package io.birdseye.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What carries meaning without being text, against what lies behind it: 3 to 1 at least (WCAG 2, 1.4.11). */
class ColoursTest {

    private static final Pattern BLOCK = Pattern.compile(":root[^{]*\\{([^}]*)\\}");
    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+):\\s*#([0-9a-f]{6})");

    /** Borders of inputs and buttons, lines, marks and bars; what only separates, such as --rule, is left out. */
    private static final List<String> LINES = List.of(
            "faint", "accent", "good", "bad", "odd", "io", "cpu", "io-wait", "cpu-wait", "c0", "c1", "c2", "c3", "c4", "c5", "c6",
            "c7", "c8", "c9", "io-run", "cpu-run", "wire-line");

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void everyLineAndInputStandsOutInBothThemes(int theme) {
        Map<String, String> colours = new HashMap<>();
        for (String sheet : List.of("page.css", "waterfall.css")) {
            List<String> blocks = BLOCK.matcher(Assets.read(Page.class, sheet)).results().map(block -> block.group(1)).toList();
            Matcher colour = COLOUR.matcher(blocks.get(theme));
            while (colour.find()) {
                colours.put(colour.group(1), colour.group(2));
            }
        }

        assertThat(colours).containsKeys(LINES.toArray(String[]::new));
        for (String line : LINES) {
            for (String behind : List.of("paper", "card", "tint")) {
                assertThat(contrast(colours.get(line), colours.get(behind))).as("--%s on --%s", line, behind).isGreaterThanOrEqualTo(3);
            }
        }
    }

    private static double contrast(String a, String b) {
        double one = luminance(a);
        double other = luminance(b);
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }

    private static double luminance(String hex) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double share = Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
