package io.birdseye.cli.options;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
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
        Optional<ScenarioFile> file = scenario.load(known);
        if (file.isPresent()) {
            command.refuseBesideScenario(ArticleOptions.NAMES);
        }
        return article.work().withScenario(file);
    }
}
