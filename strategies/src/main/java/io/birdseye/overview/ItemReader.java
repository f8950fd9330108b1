package io.birdseye.overview;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.UpstreamFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Finds items in an array of flat or nested objects without building any of them: an item is a range of the body's
 * bytes. The whole body is walked over, so that a malformed one is found even where nothing of it is kept.
 */
final class ItemReader {

    private static final byte[] ID = "id".getBytes(UTF_8);

    private final JsonCursor cursor;
    private final CompactItem compact;
    private final byte[] keyName;
    private final IntPredicate wanted;
    private final List<Item> items = new ArrayList<>();
    private boolean asked;
    private boolean lastWanted;
    private int lastKey;

    private ItemReader(byte[] body, byte[] keyName, IntPredicate wanted) {
        this.cursor = new JsonCursor(body);
        this.compact = new CompactItem(body, ID, keyName);
        this.keyName = keyName;
        this.wanted = wanted;
    }

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
        ItemReader reader = new ItemReader(body.bytes(), keyName.getBytes(UTF_8), wanted);
        try {
            reader.readArray();
        } catch (MalformedJson e) {
            throw new UpstreamFailure(
                    body.upstream(),
                    UpstreamFailure.Kind.MALFORMED,
                    "its body is not what was expected: " + e.getMessage());
        }
        return reader.items;
    }

    private void readArray() {
        expect(cursor.take('['), "it is not a JSON array");
        if (!cursor.take(']')) {
            do {
                expect(cursor.peek() == '{', "it holds something that is not an object");
                readItem();
            } while (cursor.take(','));
            expect(cursor.take(']'), "the array does not end");
        }
        expect(cursor.atEnd(), "something follows the array");
    }

    private void readItem() {
        int start = cursor.position();
        int end = compact.endFrom(start);
        if (end == CompactItem.DECLINED) {
            readAnyItem(start);
        } else {
            cursor.continueAt(end);
            keepIfWanted(compact.id(), compact.key(), start, end);
        }
    }

    private void readAnyItem(int start) {
        boolean hasId = false;
        boolean hasKey = false;
        int id = 0;
        int key = 0;
        cursor.require('{');
        if (!cursor.take('}')) {
            do {
                cursor.peek();
                int nameStart = cursor.position();
                cursor.skipString();
                int nameEnd = cursor.position();
                cursor.require(':');
                cursor.peek();
                int valueStart = cursor.position();
                if (cursor.skipValue()) {
                    // A property may be both, so this is no either-or.
                    if (cursor.says(ID, nameStart, nameEnd)) {
                        id = cursor.intSince(valueStart);
                        hasId = true;
                    }
                    if (cursor.says(keyName, nameStart, nameEnd)) {
                        key = cursor.intSince(valueStart);
                        hasKey = true;
                    }
                }
            } while (cursor.take(','));
            expect(cursor.take('}'), "an object does not end");
        }
        expect(hasId && hasKey, "an item has no integer 'id' or '" + new String(keyName, UTF_8) + "'");
        keepIfWanted(id, key, start, cursor.position());
    }

    private void keepIfWanted(int id, int key, int start, int end) {
        // Those of one key come one after another, mostly, and one question is enough for them.
        if (!asked || key != lastKey) {
            lastWanted = wanted.test(key);
            lastKey = key;
            asked = true;
        }
        if (lastWanted) {
            items.add(new Item(id, key, start, end));
        }
    }

    private void expect(boolean condition, String otherwise) {
        if (!condition) {
            throw cursor.malformed(otherwise);
        }
    }
}
