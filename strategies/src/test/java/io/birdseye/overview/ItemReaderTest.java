package io.birdseye.overview;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.overview.ItemReader.Item;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

class ItemReaderTest {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private static final String SAMPLE = """
            [ {"userId": 3, "id":1, "title":"a \\"quoted\\" and long enough title é", "deep":{"id":9,"a":[true,null,-1.5e+3]}},
            {"id":20,"userId":-4,"e":{},"f":[],"u":"\\u00e9\\n","n":0.25},\t{"userId":3,"id":7,"t":"xyz"}]
            """;

    /** As upstreams write them: the same names in the same order. */
    private static final String ALIKE = """
            [{"userId":3,"id":1,"title":"one and a bit"},{"userId":3,"id":20,"title":"another"},
            {"userId" : 3,"id":7,"title":""},{"id":8,"userId":4,"title":"x"},{"userId":3,"id":9,"title":"y"}]
            """;

    /** Without whitespace, as most serializers write. */
    private static final String COMPACT = """
            [{"userId":3,"id":1,"title":"one\\nand \\"two\\""},{"userId":3,"id":123456789,"title":""},{"id":7,"userId":3}]""";

    /** What a bit of damage does to a body is judged by another parser. */
    @ParameterizedTest
    @ValueSource(strings = {SAMPLE, ALIKE, COMPACT})
    void judgesDamagedBodiesAsJacksonDoes(String whole) {
        byte[] damage = "{}[]\",:\\ 0123456789-+.eEtrufalsn\n\t\u0001".getBytes(UTF_8);
        SplittableRandom random = new SplittableRandom(42);
        int accepted = 0;
        for (int round = 0; round < 10_000; round++) {
            byte[] body = whole.getBytes(UTF_8);
            for (int i = random.nextInt(3); i >= 0; i--) {
                body = damaged(body, damage[random.nextInt(damage.length)], random);
            }
            boolean expected = jacksonFindsItems(body);
            if (accepts(body) != expected) {
                fail("judged otherwise than by Jackson: " + new String(body, UTF_8));
            }
            accepted += expected ? 1 : 0;
        }
        assertThat(accepted).as("bodies that the damage left right").isBetween(500, 9_500);
    }

    @Test
    void findsWhatIsAskedForAtItsPlace() {
        byte[] body = SAMPLE.getBytes(UTF_8);

        List<Item> items = ItemReader.read(new Body("posts", body), "userId", owner -> owner == 3);

        assertThat(items).extracting(Item::id).containsExactly(1, 7);
        for (Item item : items) {
            byte[] bytes = java.util.Arrays.copyOfRange(body, item.start(), item.end());
            assertThat(JSON.readTree(bytes).get("id").intValue()).isEqualTo(item.id());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "idx", "userId", "ownerIs", "categoryId", "categoryIdentifier"})
    void tellsTheNameThatIsAskedForFromThoseThatBeginOrEndAlike(String key) {
        String body = """
                [{"%1$sx":7,"x%1$s":7,"%1$s":3,"ids":9,"x%1$sx":"","id":1},{"id" :2,"%1$s" :3},{"idd":9,"%1$s":4,"id":3},\
                {"%1$sx":"","id":4,"%1$s":3}]"""
                .formatted(key);

        List<Item> items = ItemReader.read(new Body("posts", body.getBytes(UTF_8)), key, owner -> owner == 3);

        assertThat(items).extracting(Item::id).containsExactly(1, 2, 4);
    }

    @Test
    void anItemMayHaveItsPropertiesInAnotherOrderThanTheOneBefore() {
        assertThat(ItemReader.read(new Body("posts", ALIKE.getBytes(UTF_8)), "userId", owner -> owner == 3))
                .extracting(Item::id).containsExactly(1, 20, 7, 9);
    }

    /** A compact object is walked over in another way than one with whitespace. */
    @Test
    void whitespaceChangesNothing() {
        String[] values = {"0", "-1", "7", "1234567890", "\"\"", "\"plain\"", "\"\\\\ \\u00e9 \\n\"", "\"é\"", "true", "[1]", "{\"id\":8}"};
        String[] names = {"id", "userId", "ids", "i", "\\u0069d", "a longer name than eight"};
        SplittableRandom random = new SplittableRandom(7);
        int right = 0;
        for (int round = 0; round < 5_000; round++) {
            StringBuilder body = new StringBuilder();
            for (int i = random.nextInt(1, 3); i > 0; i--) {
                body.append(body.isEmpty() ? "[{" : ",{");
                for (int property = random.nextInt(2, 8); property > 0; property--) {
                    body.append('"').append(names[random.nextInt(names.length)]).append("\":");
                    body.append(values[random.nextInt(values.length)]).append(property > 1 ? "," : "}");
                }
            }
            String compact = body.append(']').toString();
            String spaced = compact.replace("{", "{ ");

            boolean accepted = accepts(spaced.getBytes(UTF_8));
            assertThat(accepts(compact.getBytes(UTF_8))).as(compact).isEqualTo(accepted);
            if (accepted) {
                right++;
                assertThat(idsAndKeys(compact)).as(compact).isEqualTo(idsAndKeys(spaced));
            }
        }
        assertThat(right).isGreaterThan(25);
    }

    @Test
    void aNameMayBeWrittenWithEscapes() {
        assertThat(read("[{\"\\u0069d\":5,\"user\\u0049d\":3,\"\\u00e9\\t\":1}]")).extracting(Item::id).containsExactly(5);
    }

    @Test
    void aPropertyMayBeIdAndKeyAtOnce() {
        Body body = new Body("users", "[{\"id\":5}]".getBytes(UTF_8));

        assertThat(ItemReader.read(body, "id", id -> id == 5)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "7", "-12", "2147483647", "-2147483648"})
    void anIntMayBeAnyInt(String id) {
        assertThat(read("[{\"userId\":3,\"id\":" + id + "}]")).extracting(Item::id).containsExactly(Integer.valueOf(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "-2147483649", "9999999999", "99999999999999999999999999999", "1.0", "1e2", "01", "-", "+1"})
    void whatIsNoIntIsNoId(String id) {
        assertThat(accepts(("[{\"userId\":3,\"id\":" + id + "}]").getBytes(UTF_8))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c080", "c1bf", "e08080", "eda080", "f0808080", "f4908080", "f5808080", "80", "c3", "e282", "ff"})
    void textThatIsNotUtf8IsMalformed(String hex) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("[{\"id\":1,\"userId\":3,\"t\":\"".getBytes(UTF_8));
        body.writeBytes(java.util.HexFormat.of().parseHex(hex));
        body.writeBytes("\"}]".getBytes(UTF_8));

        assertThat(accepts(body.toByteArray())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u007f", "\u0080", "߿", "ࠀ", "\ud7ff", "\ue000", "\uffff", "😀", "\udbff\udfff"})
    void allOfUnicodeIsAllowed(String character) {
        assertThat(read("[{\"id\":1,\"userId\":3,\"t\":\"" + character + "\"}]")).hasSize(1);
    }

    @Test
    void nestingHasABound() {
        int most = StreamReadConstraints.DEFAULT_MAX_DEPTH - 2; // the array and the item are two levels
        String deepest = "[{\"id\":1,\"userId\":3,\"t\":" + "[".repeat(most) + "]".repeat(most) + "}]";

        assertThat(read(deepest)).hasSize(1);
        assertThatThrownBy(() -> read(deepest.replace("[]", "[[]]")))
                .isInstanceOf(UpstreamFailure.class)
                .hasMessageContaining("nesting depth (501) exceeds the maximum allowed (500");
    }

    /** Ranges are byte offsets, which the parser knows for UTF-8 only. */
    @Test
    void anotherEncodingIsMalformed() {
        String items = "[{\"id\":1,\"userId\":3}]";

        assertThat(accepts(items.getBytes(UTF_16BE))).isFalse();
        assertThat(accepts(("\ufeff" + items).getBytes(UTF_8))).as("a byte order mark").isFalse();
    }

    private static List<Item> read(String body) {
        return ItemReader.read(new Body("posts", body.getBytes(UTF_8)), "userId", owner -> true);
    }

    private static List<List<Integer>> idsAndKeys(String body) {
        return read(body).stream().map(item -> List.of(item.id(), item.key())).toList();
    }

    private static boolean accepts(byte[] body) {
        try {
            ItemReader.read(new Body("posts", body), "userId", owner -> true);
            return true;
        } catch (UpstreamFailure e) {
            assertThat(e.kind()).isEqualTo(UpstreamFailure.Kind.MALFORMED);
            return false;
        }
    }

    private static boolean jacksonFindsItems(byte[] body) {
        try {
            JsonNode items = JSON.readTree(body);
            if (!items.isArray()) {
                return false;
            }
            for (JsonNode item : items) {
                if (!item.isObject() || !item.path("id").isInt() || !item.path("userId").isInt()) {
                    return false;
                }
            }
            return !hasOneTwice(body);
        } catch (JacksonException e) {
            return false;
        }
    }

    /** Whether an item has two ids or two keys, of which a tree keeps the last only. */
    private static boolean hasOneTwice(byte[] body) {
        try (JsonParser parser = JSON.createParser(body)) {
            int depth = 0;
            List<String> names = new ArrayList<>();
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart()) {
                    depth++;
                } else if (token.isStructEnd()) {
                    depth--;
                } else if (token == JsonToken.PROPERTY_NAME && depth == 2) {
                    names.add(parser.currentName());
                }
                if (depth == 1) {
                    if (Collections.frequency(names, "id") > 1 || Collections.frequency(names, "userId") > 1) {
                        return true;
                    }
                    names.clear();
                }
            }
            return false;
        }
    }

    /** Overwrites, inserts or deletes one byte. */
    private static byte[] damaged(byte[] body, byte damage, SplittableRandom random) {
        int at = random.nextInt(body.length);
        int kind = random.nextInt(3);
        ByteArrayOutputStream damaged = new ByteArrayOutputStream(body.length + 1);
        damaged.write(body, 0, at);
        if (kind < 2) {
            damaged.write(damage);
        }
        int rest = kind == 1 ? at : at + 1;
        damaged.write(body, rest, body.length - rest);
        return damaged.toByteArray();
    }
}
