package io.birdseye.strategy.structured;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The strategies of this module. This class uses no preview, so that it loads on every JDK and can tell what does not. */
public final class PreviewStrategies implements StrategyCatalog {

    private static Optional<String> whyNot() {
        return StrategyCatalog.whyNotLoadable(
                PreviewStrategies.class, PreviewStrategies.class.getPackageName() + ".StructuredStrategy");
    }

    @Override
    public List<StrategyEntry> entries() {
        return whyNot().isEmpty() ? List.of(of(StructuredStrategy.class, StructuredStrategy::new)) : List.of();
    }

    @Override
    public Map<String, String> leftOut() {
        return whyNot().map(why -> Map.of("structured", why)).orElse(Map.of());
    }
}
