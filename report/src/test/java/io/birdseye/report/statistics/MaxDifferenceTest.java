package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaxDifferenceTest {

    /** Tables of the studentized range over √2, and of Dunnett (1955). */
    @ParameterizedTest
    @CsvSource({
        "ALL_PAIRS, 0.95, 3, 10, 2.741",
        "ALL_PAIRS, 0.95, 29, 112, 3.831",
        "WITH_ONE, 0.95, 29, 112, 2.776",
        "WITH_ONE, 0.95, 5, 20, 2.304"
    })
    void itIsThatOfTheTables(MaxDifference kind, double probability, int means, double freedom, double expected) {
        assertThat(kind.critical(probability, means, freedom)).isCloseTo(expected, within(0.001));
    }

    /** The noncentrality of Student's t, from an integration of another form; with the last one the scale is known. */
    @ParameterizedTest
    @CsvSource({"9.925, 2, 15.179", "3.250, 9, 4.774", "2.576, 100000, 3.858"})
    void aDifferenceThatIsFoundInNineOfTenHasTheNoncentralityOfStudentsT(double critical, double freedom, double expected) {
        assertThat(MaxDifference.noncentrality(0.9, critical, freedom)).isCloseTo(expected, within(0.02));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 56})
    void ofTwoMeansItIsStudentsT(int freedom) {
        TDistribution student = TDistribution.of(freedom);

        assertThat(MaxDifference.ALL_PAIRS.critical(0.99, 2, freedom))
                .isCloseTo(student.inverseSurvivalProbability(0.005), within(0.01));
        assertThat(MaxDifference.WITH_ONE.critical(0.96, 2, freedom))
                .isCloseTo(student.inverseSurvivalProbability(0.04), within(0.01));
    }
}
