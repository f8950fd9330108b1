package io.birdseye.cli.options;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/** The work of one request: a scenario, or that of the main article. */
public final class WorkOptions {

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Mixin
    private final ArticleOptions article = new ArticleOptions();

    /** @param known the strategies that a scenario may name */
    public Work work(BirdseyeCommand command, Strategies known) {
        article.work(command);
        return firstWork(command, known);
    }

    /** The same with the first layout, of a command that takes several; see {@link #layouts}. */
    public Work firstWork(BirdseyeCommand command, Strategies known) {
        Optional<ScenarioFile> file = scenario.load(known);
        if (file.isPresent()) {
            command.refuseBesideScenario(ArticleOptions.NAMES);
        }
        return article.firstWork().withScenario(file);
    }

    public List<Layout> layouts() {
        return article.layouts();
    }
}
