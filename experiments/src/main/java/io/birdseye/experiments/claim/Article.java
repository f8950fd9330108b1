package io.birdseye.experiments.claim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The five articles whose claims are re-run. What each says is in a file of its name, such as {@code BV.yaml}. None was
 * measured on a machine like those of Birdseye, so what does not happen here is not said to be wrong there.
 */
public enum Article {
    BV,
    FJ,
    RX,
    AN,
    TR;

    private final Map<String, ObjectNode> words = Source.words(name() + ".yaml");
    private final Source source = read(Objects.requireNonNull(words.get("article")), Source.class);

    /** Where an article stands, and of which machine its figures are; empty where its copy does not say it. */
    private record Source(String title, String author, String published, String address, String machine) {

        private static final JsonMapper MAPPER = JsonMapper.builder()
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();

        private static Map<String, ObjectNode> words(String name) {
            try (InputStream file = Objects.requireNonNull(Article.class.getResourceAsStream(name), name)) {
                Object content = new Load(LoadSettings.builder().build()).loadFromInputStream(file);
                return MAPPER.convertValue(content, new TypeReference<>() {});
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the claims of " + name, e);
            }
        }
    }

    public String title() {
        return source.title;
    }

    /** Author and date, as far as they are known; else empty. */
    public String source() {
        return source.author.isEmpty() ? "" : source.author + ", " + source.published;
    }

    /** The machine of its figures, in a sentence. */
    public String measuredOn() {
        return source.machine.isEmpty()
                ? "The article does not name its machine."
                : "The article measured on " + source.machine + ".";
    }

    public Optional<URI> address() {
        return source.address.isEmpty() ? Optional.empty() : Optional.of(URI.create(source.address));
    }

    static ObjectNode words(String id) {
        Article article = valueOf(id.substring(0, id.indexOf('-')));
        ObjectNode words = Objects.requireNonNull(article.words.get(id), () -> article + ".yaml has no " + id);
        return words.deepCopy().put("id", id).put("article", article.name());
    }

    /** Words as what they stand for; throws if they say less or more. */
    static <T> T read(JsonNode words, Class<T> type) {
        return Source.MAPPER.convertValue(words, type);
    }
}
