package io.birdseye.cli.command;

import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Objective;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.report.table.Carried;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code birdseye overload}: a search as that of {@code capacity}, and then twice as much for longer. */
@Command(
        name = "overload",
        description = "Find what each strategy carries within an objective, then send twice as much: what 'adaptive' still answers and"
                + " how soon it recovers, beside strategies with an unlimited queue.",
        footer = {
            "%nWithout --effort it is quick: one process of each. The service admits every request unless --max-in-flight says otherwise. Without --strategies there are 'adaptive', one that waits on"
                    + " threads, and one that composes.",
            "Targets of 'adaptive': 90 %% of what it carries is still answered in time, the objective's percentile of its answers is"
                    + " at most one and a half times the objective, and all is well again within 5 s."
        },
        exitCodeList = {
            "0:every target was met", "1:one was missed, a condition of --fail-on is true, or a process has no answer",
            "2:wrong options, or an objective below what a request takes alone",
            "3:the machine was disturbed, or a condition of --fail-on cannot be told"
        })
public final class OverloadCommand extends CapacityCommand {

    private static final String JUDGED = "adaptive";

    private static final double TIMES = 2;
    private static final int RECOVERY_SECONDS = 12;

    private static final int EVERY_REQUEST = 100_000;
    private static final int HTTP_THREADS = 1_000;

    private static final double KEPT_TARGET = 0.9;
    private static final int RECOVERY_TARGET_SECONDS = 5;

    /** Of the objective: what is admitted while twice as much is sent shares the cores with what is refused. */
    private static final double MS_TARGET = 1.5;

    @Option(names = "--for", paramLabel = "TIME", description = "How long twice as much is sent (default: by --effort, 20s, 60s or 3m).")
    private Optional<Duration> length = Optional.empty();

    @Override
    SearchPlan.Beyond beyond(Effort level) {
        return new SearchPlan.Beyond(TIMES, length.orElse(Duration.ofSeconds(level.pick(20, 60, 180))), RECOVERY_SECONDS);
    }

    @Override
    ServiceLimits admitted(ServiceLimits given) {
        return new ServiceLimits(
                given.io(), given.cpu(), given.maxInFlight().or(() -> Optional.of(EVERY_REQUEST)), given.httpThreads().or(() -> Optional.of(HTTP_THREADS)));
    }

    @Override
    Exit judge(ComparisonTable comparison, Path folder) {
        Objective objective = comparison.results().settings().objective();
        Exit exit = Exit.FINE;
        for (Row row : comparison.rows().stream().filter(each -> each.key().strategy().equals(JUDGED)).toList()) {
            Carried carried = row.carried();
            if (carried == null) {
                continue;
            }
            if (Double.isNaN(carried.keptBeyond())) {
                print(row.name() + ": twice as much could not be offered, so its targets are not judged");
                exit = exit.and(Exit.CANNOT_TELL);
                continue;
            }
            boolean kept = told(row, "answered in time, of what it carries", Format.percent(carried.keptBeyond()), "at least " + Format.percent(KEPT_TARGET),
                    carried.keptBeyond() >= KEPT_TARGET);
            boolean quick = told(row, "p" + objective.percentile() + " of its answers", Format.ms(carried.msBeyond()),
                    "at most " + Format.ms(MS_TARGET * objective.ms()), carried.msBeyond() <= MS_TARGET * objective.ms());
            boolean recovered = told(row, "well again after", carried.recovery(), "at most " + RECOVERY_TARGET_SECONDS + " s",
                    carried.recoverySeconds() <= RECOVERY_TARGET_SECONDS);
            exit = exit.and(kept && quick && recovered ? Exit.FINE : Exit.CONDITION_FAILED);
        }
        return exit;
    }

    private boolean told(Row row, String what, String measured, String target, boolean met) {
        print((met ? "met:    " : "MISSED: ") + row.name() + ", " + what + ": " + measured + " (" + target + ")");
        return met;
    }
}
