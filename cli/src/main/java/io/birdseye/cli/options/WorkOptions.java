package io.birdseye.cli.options;

import io.birdseye.strategy.Strategies;
import picocli.CommandLine.Mixin;

/** The work of one request: a scenario, or that of the main article. */
public final class WorkOptions {

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Mixin
    private final ArticleOptions article = new ArticleOptions();

    /** @param known the strategies that a scenario may name */
    public Work work(Invocation invocation, Strategies known) {
        return scenario.load(known)
                .map(file -> {
                    invocation.refuseBesideScenario(ArticleOptions.NAMES);
                    return article.work().withScenario(file);
                })
                .orElseGet(article::work);
    }
}
