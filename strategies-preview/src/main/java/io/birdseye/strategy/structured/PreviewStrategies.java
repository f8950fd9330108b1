package io.birdseye.strategy.structured;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;
import java.util.Map;

/**
 * The strategies of this module. Classes that use a preview load only on the JDK that they were compiled for, with
 * {@code --enable-preview}; this class uses none, so that it loads everywhere and can tell.
 */
public final class PreviewStrategies implements StrategyCatalog {

    private static final String NAME = "structured";

    @Override
    public List<StrategyEntry> entries() {
        return isLoadable() ? List.of(of(StructuredStrategy.class, StructuredStrategy::new)) : List.of();
    }

    @Override
    public Map<String, String> leftOut() {
        return isLoadable()
                ? Map.of()
                : Map.of(NAME, "it uses a preview of JDK 25 and loads only there, with --enable-preview; this is JDK "
                        + Runtime.version().feature());
    }

    private static boolean isLoadable() {
        try {
            Class.forName(PreviewStrategies.class.getPackageName() + ".StructuredStrategy");
            return true;
        } catch (UnsupportedClassVersionError e) {
            return false;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
