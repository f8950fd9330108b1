package io.birdseye.report.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.result.WarmUpCourse.Part;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarmUpCourseTest {

    /** A window's median of 100 ms. */
    private static Double steadyAfter(double... mediansMs) {
        double[] medians = DoubleStream.of(mediansMs).toArray();
        var after = new WarmUpCourse(IntStream.range(0, medians.length).mapToObj(i -> new Part(i, medians[i], null)).toList()).steadyAfter(100, null);
        return after.isEmpty() ? null : (Double) after.getAsDouble();
    }

    @Test
    void itIsWarmFromWhenOnNoTwoSecondsInTurnAreSlower() {
        assertThat(steadyAfter(105, 99, 101)).isEqualTo(0);
        assertThat(steadyAfter(400, 180, 120, 105, 109, 99)).isEqualTo(3);
        assertThat(steadyAfter(400, 180, 102, 150, 101, 99)).as("one slow second is none").isEqualTo(2);
        assertThat(steadyAfter(400, 180, 150, 140, 120)).as("not before the window").isNull();
        assertThat(steadyAfter(400, 102, 101)).as("the first one is cold").isEqualTo(1);
        assertThat(steadyAfter(300)).as("nobody can tell").isNull();
    }

    /** Calls of 200 ms hide from the response time that the code is not compiled yet. */
    @Test
    void itIsNotWarmWhileAnAnswerTakesMoreCpuTimeThanInTheWindow() {
        double[] cpuMs = {80, 97, 46, 47, 37.1, 41.9, 29, 32, 31};
        WarmUpCourse course = new WarmUpCourse(IntStream.range(0, cpuMs.length).mapToObj(i -> new Part(i, 240, cpuMs[i])).toList());

        assertThat(course.steadyAfter(242, 29.0)).hasValue(6);
        assertThat(course.steadyAfter(242, null)).hasValue(0);
    }
}
