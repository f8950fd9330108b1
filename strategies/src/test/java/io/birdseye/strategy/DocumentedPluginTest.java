package io.birdseye.strategy;

/** The contract, over the strategy of {@code docs/maintainers/own-strategy.md}. */
class DocumentedPluginTest extends StrategyContract {

    DocumentedPluginTest() {
        super(DocumentedPlugin.catalog(DocumentedPlugin.jar(DocumentedPlugin.folder())));
    }
}
