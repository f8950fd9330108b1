package io.birdseye.experiments.claim;

import io.birdseye.experiments.claim.Claim.Meaning;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The words of an article's claims, by their ids. */
public record ClaimWords(Map<String, ObjectNode> byId) {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** From the file {@code claims.yaml} beside this class. */
    public static ClaimWords of(Class<?> article) {
        try (InputStream file = Objects.requireNonNull(article.getResourceAsStream("claims.yaml"))) {
            Object content = new Load(LoadSettings.builder().build()).loadFromInputStream(file);
            return new ClaimWords(MAPPER.convertValue(content, new TypeReference<>() {}));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the words of the claims of " + article.getSimpleName(), e);
        }
    }

    /** The claim with this id and the same variants with every effort, still without rules. */
    public Claim claim(String id, Variant... variants) {
        return claim(id, effort -> List.of(variants));
    }

    /** The claim with this id, still without rules. */
    public Claim claim(String id, Function<Effort, List<? extends Variant>> variants) {
        ObjectNode text = Objects.requireNonNull(byId.get(id), () -> "claims.yaml has no " + id).deepCopy();
        Meaning meaning = MAPPER.convertValue(text.remove("meaning"), Meaning.class);
        text.put("id", id).put("article", id.substring(0, id.indexOf('-')));
        return new Claim(MAPPER.convertValue(text, ClaimText.class), meaning, variants);
    }
}
