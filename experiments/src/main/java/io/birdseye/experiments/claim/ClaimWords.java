package io.birdseye.experiments.claim;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** The words of an article's claims, from the file {@code claims.yaml} beside its classes. */
public final class ClaimWords {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Map<String, Words> words;

    /** A claim in the file, under its id. */
    private record Words(String claim, String figure, @Nullable String publishedCause, String test, String effectRule,
            String causeRule, Meaning meaning) {}

    private ClaimWords(Map<String, Words> words) {
        this.words = words;
    }

    /** The file beside this class. */
    public static ClaimWords beside(Class<?> article) {
        try (InputStream file = Objects.requireNonNull(article.getResourceAsStream("claims.yaml"))) {
            Object content = new Load(LoadSettings.builder().build()).loadFromInputStream(file);
            return new ClaimWords(MAPPER.convertValue(content, new TypeReference<>() {}));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the words of the claims of " + article.getSimpleName(), e);
        }
    }

    /** The claim with this id and the same variants with either effort, still without rules. */
    public Claim claim(String id, Variant... variants) {
        return claim(id, effort -> List.of(variants));
    }

    /** The claim with this id, still without rules. */
    public Claim claim(String id, Function<Effort, List<? extends Variant>> variants) {
        Words all = Objects.requireNonNull(words.get(id), () -> "claims.yaml has no " + id);
        ClaimText text = new ClaimText(id, Article.of(id), all.claim(), all.figure(), all.publishedCause(),
                all.test(), all.effectRule(), all.causeRule());
        return new Claim(text, all.meaning(), variants);
    }
}
