package io.birdseye.report.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.report.condition.Condition.Bounded;
import io.birdseye.report.condition.Condition.Sign;
import io.birdseye.report.condition.Condition.Slower;
import io.birdseye.report.condition.Condition.Unit;
import io.birdseye.report.table.Metric;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConditionTest {

    private static final List<Metric> FIGURES = List.copyOf(Condition.Grammar.FIGURES.values());

    private static final List<String> NAMES =
            List.of("rx", "virtual-threads", "blocking=true", "p99", "slower", "of", "by", "a b", "JDK 27, ZGC", "ä/ö");

    @Test
    void aConditionIsReadAsItIsMeant() {
        assertThat(Condition.parse("p99 > 400ms"))
                .isEqualTo(new Bounded(Metric.P99, Sign.ABOVE, 400, Unit.TIME, Optional.empty()));
        assertThat(Condition.parse(" p99.9>=1.5s of rx "))
                .isEqualTo(new Bounded(Metric.P999, Sign.AT_LEAST, 1500, Unit.TIME, Optional.of("rx")));
        assertThat(Condition.parse("errors>1%"))
                .isEqualTo(new Bounded(Metric.ERRORS, Sign.ABOVE, 0.01, Unit.SHARE, Optional.empty()));
        assertThat(Condition.parse("errors > 0"))
                .isEqualTo(new Bounded(Metric.ERRORS, Sign.ABOVE, 0, Unit.COUNT, Optional.empty()));
        assertThat(Condition.parse("answered < 45/s of \"a b\""))
                .isEqualTo(new Bounded(Metric.ACHIEVED, Sign.BELOW, 45, Unit.PER_SECOND, Optional.of("a b")));
        assertThat(Condition.parse("executor  slower than virtual-threads")).isEqualTo(new Slower("executor", "virtual-threads", 0.01, false));
        assertThat(Condition.parse("pr slower than \"old base\" by 2.5%")).isEqualTo(new Slower("pr", "old base", 0.025, false));
        assertThat(Condition.parse("a slower than b by 1%").toString()).isEqualTo("a slower than b");
    }

    @Test
    void everyConditionIsReadBackFromItsText() {
        Random random = new Random(26);
        for (int i = 0; i < 5_000; i++) {
            Condition condition = condition(random);
            String spaced = condition.toString();
            if (condition instanceof Bounded && random.nextBoolean()) {
                spaced = spaced.replaceFirst(" ([<>]=?) ", random.nextBoolean() ? "$1" : "  $1\t");
            }

            assertThat(Condition.parse(spaced)).as(spaced).isEqualTo(condition);
        }
    }

    /** Whatever is typed is a condition or is refused with what is allowed; nothing else is thrown, and nothing hangs. */
    @Test
    void anythingElseIsRefusedWithWhatIsAllowed() {
        Random random = new Random(27);
        List<String> pieces = List.of("p99", "p50", "errors", "cpu", ">", "<", ">=", "=", "400ms", "1%", "45/s", "0", "-1", "1e9ms",
                "99999999999999999999s", "of", "slower", "than", "by", "rx", "\"", "\"a b\"", " ", " ", " ", "\n", "\u0000", "(((", "µs");
        int conditions = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = IntStream.range(0, 1 + random.nextInt(9))
                    .mapToObj(n -> pieces.get(random.nextInt(pieces.size())))
                    .collect(Collectors.joining());
            try {
                Condition read = Condition.parse(text);
                assertThat(Condition.parse(read.toString())).isEqualTo(read);
                conditions++;
            } catch (IllegalArgumentException e) {
                assertThat(e).as(text).hasMessageContaining("'" + text + "'").hasMessageContaining("allowed are");
            }
        }
        assertThat(conditions).isPositive();
    }

    @Test
    void aLongTextIsRefusedAsWell() {
        for (String text : List.of("x".repeat(100_000), "p99 > " + "9".repeat(100_000) + "ms", "\"" + "a ".repeat(50_000))) {
            assertThatThrownBy(() -> Condition.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Condition condition(Random random) {
        if (random.nextInt(4) == 0) {
            String name = name(random);
            String than = name(random);
            return new Slower(name, name.equals(than) ? than + "2" : than, random.nextInt(1_000) / 1_000.0, random.nextBoolean());
        }
        Metric figure = FIGURES.get(random.nextInt(FIGURES.size()));
        List<Unit> units = Condition.Grammar.units(figure);
        Unit unit = units.get(random.nextInt(units.size()));
        double bound = switch (unit) {
            case TIME -> (1 + random.nextInt(60_000_000)) / 1000.0;
            case COUNT -> random.nextInt(1_000_000);
            case SHARE -> (1 + random.nextInt(10_000)) / 10_000.0;
            case PER_SECOND -> (1 + random.nextInt(1_000_000)) / 10.0;
        };
        return new Bounded(figure, Sign.values()[random.nextInt(Sign.values().length)], bound, unit,
                random.nextBoolean() ? Optional.of(name(random)) : Optional.empty());
    }

    private static String name(Random random) {
        return NAMES.get(random.nextInt(NAMES.size()));
    }
}
