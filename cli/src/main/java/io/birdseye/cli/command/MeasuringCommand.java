package io.birdseye.cli.command;

import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.cli.options.VerdictOptions;
import io.birdseye.cli.terminal.LiveComparison;
import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Exit;
import io.birdseye.report.Reports;
import io.birdseye.report.Verdicts;
import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.export.ExportFormat.Exported;
import io.birdseye.report.result.Results;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** A command that shows what was measured of several rows, by itself or before. */
abstract class MeasuringCommand extends JsonCommand {

    /** Measures, shows what is known meanwhile, and keeps it. */
    final Results measured(TrialSettings settings, BlockPlan plan, Site site, boolean open, Simplicity simplicity) throws Exception {
        Path folder = settings.measurement().out();
        if (site instanceof LocalSite) {
            lookAtMachine();
        }
        try (LiveComparison live = new LiveComparison(progress(name()), folder, open, commandLine(folder), simplicity)) {
            Results results = new Comparison(settings, plan, site, live).run();
            if (!live.hasMeasured()) {
                announce("Nothing was measured: all trials are in " + folder + " already.");
            }
            return results;
        } catch (NothingMeasured e) {
            throw new RefusedInput(e);
        }
    }

    /**
     * Shows a comparison whose reports are written, and judges it.
     *
     * @param further shows what else is told of it, and says the exit code that follows from it
     */
    final Exit show(ComparisonTable comparison, Path folder, VerdictOptions verdict, Conditions conditions, Supplier<Exit> further)
            throws IOException {
        verdict.export(Exported.of(comparison));
        print(tables().render(comparison));
        Exit exit = further.get();
        List<ConditionResult> judged = conditions.judge(comparison);
        judged.forEach(result -> print(result.line()));
        print("Page: " + folder.resolve(Reports.PAGE).toUri());
        printJson(() -> Verdicts.of(comparison, judged));
        return exit.and(Conditions.exit(judged));
    }
}
