package io.birdseye.overview;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.UpstreamFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Finds items in an array of flat or nested objects without building any of them: an item is a range of the body's
 * bytes. The whole body is tokenised, so that a malformed one is found even where nothing of it is kept.
 */
final class ItemReader {

    private static final JsonFactory JSON = new JsonFactory();

    private ItemReader() {}

    /**
     * @param id the item's {@code id}
     * @param key the value of the property that was asked for
     * @param start the offset of the opening brace
     * @param end the offset behind the closing brace
     */
    record Item(int id, int key, int start, int end) {}

    /**
     * @param keyName an integer property of every object
     * @param wanted which of its values to keep
     * @throws UpstreamFailure if the body is not an array of objects with an integer {@code id} and key
     */
    static List<Item> read(Body body, String keyName, IntPredicate wanted) {
        List<Item> items = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body.bytes())) {
            expect(body, parser.nextToken() == JsonToken.START_ARRAY, "it is not a JSON array");
            JsonToken token;
            while ((token = parser.nextToken()) == JsonToken.START_OBJECT) {
                readItem(body, parser, keyName, wanted, items);
            }
            expect(body, token == JsonToken.END_ARRAY, "it holds something that is not an object");
            expect(body, parser.nextToken() == null, "something follows the array");
        } catch (JacksonException e) {
            throw malformed(body, e.getOriginalMessage());
        }
        return items;
    }

    private static void readItem(
            Body body, JsonParser parser, String keyName, IntPredicate wanted, List<Item> items) {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        boolean hasId = false;
        boolean hasKey = false;
        int id = 0;
        int key = 0;
        String name;
        while ((name = parser.nextName()) != null) {
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_NUMBER_INT) {
                // A property may be both, so this is no either-or.
                if (name.equals("id")) {
                    id = parser.getIntValue();
                    hasId = true;
                }
                if (name.equals(keyName)) {
                    key = parser.getIntValue();
                    hasKey = true;
                }
            } else {
                parser.skipChildren();
            }
        }
        expect(body, parser.currentToken() == JsonToken.END_OBJECT, "an object does not end");
        expect(body, hasId && hasKey, "an item has no integer 'id' or '" + keyName + "'");
        if (wanted.test(key)) {
            int end = (int) parser.currentLocation().getByteOffset();
            expect(body, start >= 0 && end > start, "it is not UTF-8");
            items.add(new Item(id, key, start, end));
        }
    }

    private static void expect(Body body, boolean condition, String otherwise) {
        if (!condition) {
            throw malformed(body, otherwise);
        }
    }

    private static UpstreamFailure malformed(Body body, String detail) {
        return new UpstreamFailure(
                body.upstream(), UpstreamFailure.Kind.MALFORMED, "its body is not what was expected: " + detail);
    }
}
