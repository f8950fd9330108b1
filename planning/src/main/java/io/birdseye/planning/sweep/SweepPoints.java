package io.birdseye.planning.sweep;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Subject;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is measured at the points of a sweep, each in a folder below {@code out}: strategies under changed settings, or
 * a service of the user's own under changed loads. The command repeats the sweep; {@code fixed} says what is not on an
 * axis.
 */
public record SweepPoints(
        List<String> names, Function<SweepPlan.Step, TrialSettings> settings, PointTrials.Runner runner, Path out, String command,
        String fixed) {

    /** @throws IllegalArgumentException if an axis does not fit the settings */
    public static SweepPoints of(
            SweepPlan plan, List<String> strategies, PointSettings base, PointTrials trials, String fixed) {
        PointSettings _ = requireFit(plan, base);
        return new SweepPoints(
                strategies, step -> trials.settings(at(base.of(step.strategy()), step.values()), folder(step)),
                trials.runner(), trials.out(), trials.command(), fixed);
    }

    /** @throws IllegalArgumentException if an axis does not fit the settings */
    public static PointSettings requireFit(SweepPlan plan, PointSettings base) {
        plan.grid().forEach(values -> at(base, values));
        return base;
    }

    private static PointSettings at(PointSettings base, Map<String, Double> values) {
        PointSettings settings = base;
        for (Map.Entry<String, Double> value : values.entrySet()) {
            settings = settings.with(value.getKey(), value.getValue());
        }
        return settings;
    }

    /** Of a service of the user's own: each point is one trial of a variant, with a warm-up of its own. */
    public static SweepPoints of(TrialSettings base, PointTrials.Runner runner) {
        Measurement asked = base.measurement();
        Subject subject = base.subject();
        return new SweepPoints(
                base.rows().stream().map(row -> row.strategy()).toList(),
                step -> new TrialSettings(
                        subject.only(step.strategy()), base.load().with(load(base.load().load(), step.values())),
                        new Measurement(1, asked.seed(), asked.validity(), asked.out().resolve(folder(step)), asked.command())),
                runner, asked.out(), asked.command(),
                "The service: " + requireNonNull(base.forResults().target(), "no strategies").address() + ", each point " + base.load().duration().toSeconds() + " s after "
                        + base.load().warmUp().total().toSeconds() + " s of warm-up.");
    }

    /** The same, with a search for the highest rate at each point, from this rate on. */
    public SweepPoints searching(SearchPlan search, double fromPerSecond) {
        return new SweepPoints(names, settings.andThen(point -> {
            LoadPlan load = point.load();
            return new TrialSettings(
                    point.subject(), new LoadPlan(load.load().at(fromPerSecond), load.warmUp(), load.duration(), search), point.measurement());
        }), runner, out, command, "The highest rate at which " + search.objective() + " holds. " + fixed);
    }

    private static Load load(Load base, Map<String, Double> values) {
        Map.Entry<String, Double> value = values.entrySet().iterator().next();
        return value.getKey().equals("rate") ? base.at(value.getValue()) : Load.closed((int) Math.round(value.getValue()));
    }

    private static String folder(SweepPlan.Step step) {
        return "points/" + step.strategy() + "-" + step.index();
    }
}
