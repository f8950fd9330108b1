package io.birdseye.report.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.WholeFile;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the JSON files of Birdseye, which may come from anywhere: their size, depth and texts are bounded, and no object
 * may have a field twice, since of two values another program might take the other one.
 */
public final class JsonFile {

    /** A comparison of 29 strategies in 5 blocks has about 0.5 MB. */
    private static final int MAX_BYTES = 64 << 20;

    private static final int MAX_DEPTH = 50;

    /** The longest text in a file is that of a scenario. */
    private static final int MAX_TEXT = 2 << 20;

    private static final int MAX_NAME = 10_000;

    /** Turns the text of a file into what it stands for. */
    @FunctionalInterface
    public interface Parser<T> {

        /**
         * @throws JacksonException if the text is not JSON, or not that of such a file
         * @throws IllegalArgumentException with a reason in one line
         */
        T parse(String json);
    }

    private JsonFile() {}

    /** A mapper with these bounds, to which a kind of file adds its own settings. */
    public static JsonMapper.Builder mapper() {
        return JsonMapper.builder(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_TEXT)
                        .maxNameLength(MAX_NAME)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build());
    }

    /**
     * @throws IOException in one line that names the file, if it is missing, too large, no JSON, or refused by the
     *     parser
     */
    public static <T> T read(Path file, Parser<T> parser) throws IOException {
        try {
            return parser.parse(WholeFile.read(file, MAX_BYTES));
        } catch (NoSuchFileException e) {
            throw new IOException(file + " does not exist", e);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " cannot be read: it is not text in UTF-8", e);
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read: " + reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " cannot be read: " + firstLine(e.getMessage()), e);
        }
    }

    /**
     * A record that was read, if it is whole: Jackson gives null for what a file lacks, and infinity for a number that is
     * too large.
     *
     * @throws IllegalArgumentException naming what is missing, at any depth: a component that is not {@code @Nullable}
     */
    public static <R extends Record> R complete(R read) {
        requireComponents(read, "");
        return read;
    }

    private static void requireComponents(Record read, String path) {
        for (RecordComponent component : read.getClass().getRecordComponents()) {
            boolean unwrapped = component.getAccessor().isAnnotationPresent(JsonUnwrapped.class);
            if (unwrapped && value(component, read) instanceof Record group) {
                requireComponents(group, path);
            } else {
                require(value(component, read), component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                        path + component.getName());
            }
        }
    }

    private static void require(@Nullable Object value, boolean nullable, String name) {
        switch (value) {
            case Record record -> requireComponents(record, name + ".");
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    require(list.get(i), false, name + "[" + i + "]");
                }
            }
            case Double number when number.isInfinite() ->
                throw new IllegalArgumentException(name + " is too large a number");
            case null -> {
                if (!nullable) {
                    throw new IllegalArgumentException(name + " is missing");
                }
            }
            default -> {}
        }
    }

    private static @Nullable Object value(RecordComponent component, Record read) {
        try {
            return component.getAccessor().invoke(read);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    /** What is wrong and where, in one line. */
    public static String reason(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            path.append(step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
        }
        TokenStreamLocation at = e.getLocation();
        return firstLine(words(e))
                + (path.isEmpty() ? "" : " at " + path.substring(path.charAt(0) == '.' ? 1 : 0))
                + (at == null || at.getLineNr() < 1 ? "" : " in line " + at.getLineNr() + ", column " + at.getColumnNr());
    }

    private static @Nullable String words(JacksonException e) {
        if (e instanceof ValueInstantiationException && e.getCause() != null) {
            String message = e.getCause().getMessage();
            // Of requireNonNull with a name, or of the JVM, which speaks of code.
            return !(e.getCause() instanceof NullPointerException) ? message
                    : message != null && message.matches("\\w+") ? message + " is missing" : "a value is missing";
        }
        return e.getOriginalMessage() == null ? null : e.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
    }

    private static String firstLine(@Nullable String message) {
        return Objects.requireNonNullElse(message, "it is damaged").lines().findFirst().orElse("it is damaged");
    }
}
