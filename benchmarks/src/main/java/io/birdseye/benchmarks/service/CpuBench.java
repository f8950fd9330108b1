package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Target;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The CPU time of the whole service for one request against that of its two multiplications alone. What the JIT
 * takes is told beside it: they are still at work long after a warm-up, and JMH has waited for them.
 */
public final class CpuBench implements Bench {

    private static final double BOXED_TARGET = 1.5;
    private static final double PRIMITIVE_TARGET = 3;

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public String what() {
        return "CPU of the service per request, HTTP, 1 MB of JSON and collector included but not the JIT compilers, against"
                + " the two bare multiplications by JMH with the same flags: boxed 1.5 ×, primitive 3 ×";
    }

    @Override
    public Duration estimate(boolean quick) {
        return Standard.estimate(quick).multipliedBy(2).plusSeconds(4L * MultiplyBenchmark.estimateSeconds(quick));
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            // Before and after, since a shared machine is not equally fast all the time.
            double before = MultiplyBenchmark.cpuMsPerRequest(context, layout, "before");
            Timed timed = Standard.run(context, layout);
            double after = MultiplyBenchmark.cpuMsPerRequest(context, layout, "after");
            for (Trial trial : timed.measured()) {
                Measured measured = trial.measured();
                if (measured != null) {
                    figures.add(figure(layout, before, after, trial.strategy(), measured));
                }
            }
        }
        return figures;
    }

    private static Figure figure(
            Layout layout, double before, double after, String strategy, Measured measured) {
        double cpuMs = measured.resources().cpuMsWithoutCompilers();
        double bareMs = (before + after) / 2;
        return new Figure(
                layout.label() + ", " + strategy + ": CPU per request over the bare multiplications",
                Target.atMost(
                        switch (layout) {
                            case BOXED -> BOXED_TARGET;
                            case PRIMITIVE -> PRIMITIVE_TARGET;
                        }),
                cpuMs / bareMs,
                " ×",
                cpuMs / Math.max(before, after),
                cpuMs / Math.min(before, after),
                Format.text("%.1f ms against %.1f before and %.1f after, JIT %.1f ms beside it; %.1f MB allocated,"
                                + " %.1f ms of GC pauses per second, %d errors",
                        cpuMs,
                        before,
                        after,
                        measured.resources().cpuMsPerRequest() - cpuMs,
                        measured.resources().allocatedMegabytesPerRequest(),
                        measured.resources().gcPauseMsPerSecond(),
                        measured.errors()));
    }
}
