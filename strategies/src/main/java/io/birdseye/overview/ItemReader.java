package io.birdseye.overview;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.UpstreamFailure;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Finds the wanted items in an upstream's body, an array of objects, with Jackson's streaming parser. It builds no
 * objects: an item is a range of the body's bytes. The parser reads the whole body, so malformed JSON is found even
 * behind the last wanted item.
 */
final class ItemReader {

    /** Reads UTF-8 only: in another encoding the parser does not know the byte offsets. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION).build();

    private ItemReader() {}

    /** Its id, the value of the requested key property, and where its bytes are, from the opening brace to behind the closing one. */
    record Item(int id, int key, int start, int end) {}

    /** As {@link #read(Body, String, String, IntPredicate)}, for items to which nothing is added. */
    static List<Item> read(Body body, String keyName, IntPredicate wanted) {
        return read(body, keyName, null, wanted);
    }

    /**
     * Reads a body to its end, and returns the items whose key is wanted, in their order. The body must be an array of
     * objects with one integer {@code id}, one integer key and without the property that will be added to them, which
     * the answer would have twice; else, or if it is nested deeper than Jackson allows, throws an {@link
     * UpstreamFailure}.
     */
    static List<Item> read(Body body, String keyName, @Nullable String added, IntPredicate wanted) {
        List<Item> items = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body.bytes())) {
            expect(parser, parser.nextToken() == JsonToken.START_ARRAY, "it is not an array");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                Item item = readItem(parser, keyName, added);
                if (wanted.test(item.key())) {
                    requireUtf8(body, item);
                    items.add(item);
                }
            }
            expect(parser, parser.nextToken() == null, "something follows the array");
        } catch (JacksonException e) {
            TokenStreamLocation location = e.getLocation();
            throw malformed(
                    body,
                    location == null
                            ? e.getOriginalMessage()
                            : e.getOriginalMessage() + " at byte " + location.getByteOffset());
        }
        return items;
    }

    private static Item readItem(JsonParser parser, String keyName, @Nullable String added) {
        expect(parser, parser.currentToken() == JsonToken.START_OBJECT, "an element of the array is not an object");
        int start = (int) parser.currentTokenLocation().getByteOffset();
        int id = 0;
        int key = 0;
        boolean hasId = false;
        boolean hasKey = false;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            boolean isInt = parser.nextToken() == JsonToken.VALUE_NUMBER_INT;
            if (name.equals("id")) {
                expect(parser, isInt && !hasId, "an item has no integer 'id', or two of them");
                id = parser.getIntValue();
                hasId = true;
            }
            if (name.equals(keyName)) { // not an else: the id may be the key, too
                expect(parser, isInt && !hasKey, "the key of an item is no integer, or is there twice");
                key = parser.getIntValue();
                hasKey = true;
            }
            expect(parser, !name.equals(added), "an item has a property that is added to the answer");
            parser.skipChildren();
        }
        expect(parser, hasId && hasKey, "an item has no integer 'id' or no integer key");
        return new Item(id, key, start, (int) parser.currentLocation().getByteOffset());
    }

    private static void expect(JsonParser parser, boolean condition, String otherwise) {
        if (!condition) {
            throw new StreamReadException(parser, otherwise);
        }
    }

    /** The parser checks the text that it skips only roughly, but these bytes are copied into the answer. */
    private static void requireUtf8(Body body, Item item) {
        try {
            var decoded = UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(body.bytes(), item.start(), item.end() - item.start()));
            assert decoded.hasRemaining();
        } catch (CharacterCodingException e) {
            throw malformed(body, "an item is not in UTF-8, it begins at byte " + item.start());
        }
    }

    private static UpstreamFailure malformed(Body body, String why) {
        return new UpstreamFailure(
                body.upstream(), UpstreamFailure.Kind.MALFORMED, "its body is not what was expected: " + why);
    }
}
