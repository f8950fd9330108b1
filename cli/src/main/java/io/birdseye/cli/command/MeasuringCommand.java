package io.birdseye.cli.command;

import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.cli.terminal.LiveComparison;
import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.report.result.Results;
import io.birdseye.report.table.Simplicity;
import java.nio.file.Path;

/** A command that measures trials of several rows. */
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
}
