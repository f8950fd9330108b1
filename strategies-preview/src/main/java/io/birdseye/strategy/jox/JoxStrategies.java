package io.birdseye.strategy.jox;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The strategies with Jox. The class of the library on which its scopes stand uses a preview of one JDK. */
public final class JoxStrategies implements StrategyCatalog {

    private static Optional<String> whyNot() {
        return StrategyCatalog.whyNotLoadable(JoxStrategies.class, "com.softwaremill.jox.structured.Scope");
    }

    @Override
    public List<StrategyEntry> entries() {
        return whyNot().isEmpty() ? List.of(of(JoxStrategy.class, JoxStrategy::new)) : List.of();
    }

    @Override
    public Map<String, String> leftOut() {
        return whyNot().map(why -> Map.of("jox", why)).orElse(Map.of());
    }
}
