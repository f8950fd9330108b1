package io.birdseye.benchmarks;

import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.benchmarks.BenchContext.MeasuredTrial;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.report.result.Trial.Resources;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time of the whole service for one request against that of its two multiplications alone. The time of the JIT
 * compilers stands in the note: they are still at work long after a warm-up, and JMH has waited for them.
 */
final class CpuBench {

    private CpuBench() {}

    static List<Figure> run(BenchContext context) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            // Before and after, since a shared machine is not equally fast all the time.
            double before = MultiplyBenchmark.cpuMsPerRequest(context, layout, "before");
            List<MeasuredTrial> trials = context.standard(layout).trials();
            double after = MultiplyBenchmark.cpuMsPerRequest(context, layout, "after");
            trials.forEach(trial -> figures.add(figure(layout, before, after, trial)));
        }
        figures.add(RefusalCost.measure(context));
        return figures;
    }

    private static Figure figure(Layout layout, double before, double after, MeasuredTrial trial) {
        Resources used = trial.figures().resources();
        double cpuMs = used.cpuMsWithoutCompilers();
        return new Figure(
                layout.label() + ", " + trial.strategy() + ": CPU per request over the bare multiplications",
                Target.atMost(
                        switch (layout) {
                            case BOXED -> 1.6;
                            case PRIMITIVE -> 3;
                        }),
                cpuMs / ((before + after) / 2),
                " ×",
                cpuMs / Math.max(before, after),
                cpuMs / Math.min(before, after),
                Format.text("%.1f ms against %.1f before and %.1f after, JIT %.1f ms beside it; %.1f MB allocated,"
                                + " %.1f ms of GC pauses per second, %d errors",
                        cpuMs, before, after, known(used.compilerMsPerRequest()), known(used.allocatedMegabytesPerRequest()),
                        known(used.gcPauseMsPerSecond()), trial.figures().errors()));
    }

    /** Birdseye's own service tells all of these on Linux; the compilers' part may be missing elsewhere. */
    private static double known(@Nullable Double figure) {
        return figure == null ? 0 : figure;
    }
}
