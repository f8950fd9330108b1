package io.birdseye.overview;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.memory.SharedList.Product;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parent items of one user, each with its children. Both bodies are read with a streaming parser, and the user's
 * items are copied as the bytes that arrived: nine tenths of the megabyte that a request fetches belong to other users,
 * and building objects for these only to drop them would cost more CPU than the rest of the request.
 * Parents have {@code id} and {@code userId}; children have {@code id} and name their parent in the foreign key.
 */
record NestedItems(Body parentBody, String childrenName, String foreignKey, Body childBody) {

    /**
     * {@code {"items":[{…parent…,"children":[…]}],"multiplied":{"factor":…,"size":…,"checksum":…}}}.
     *
     * @throws UpstreamFailure if a body is not such an array, or a parent has a property of the children's name already
     */
    byte[] toJson(int userId, Product product) {
        List<ItemReader.Item> parents = ItemReader.read(parentBody, "userId", childrenName, owner -> owner == userId);
        Map<Integer, List<ItemReader.Item>> childrenOf = new HashMap<>();
        for (ItemReader.Item parent : parents) {
            childrenOf.put(parent.id(), new ArrayList<>());
        }
        for (ItemReader.Item child : ItemReader.read(childBody, foreignKey, childrenOf::containsKey)) {
            childrenOf.getOrDefault(child.key(), List.of()).add(child);
        }
        return write(parents, childrenOf, product);
    }

    private byte[] write(
            List<ItemReader.Item> parents, Map<Integer, List<ItemReader.Item>> childrenOf, Product product) {
        ByteArrayOutputStream json = new ByteArrayOutputStream(64 * 1024);
        write(json, "{\"items\":[");
        String separator = "";
        for (ItemReader.Item parent : parents) {
            write(json, separator);
            int closingBrace = parent.end() - 1;
            json.write(parentBody.bytes(), parent.start(), closingBrace - parent.start());
            write(json, ",\"" + childrenName + "\":[");
            String childSeparator = "";
            for (ItemReader.Item child : childrenOf.getOrDefault(parent.id(), List.of())) {
                write(json, childSeparator);
                json.write(childBody.bytes(), child.start(), child.end() - child.start());
                childSeparator = ",";
            }
            write(json, "]}");
            separator = ",";
        }
        write(
                json,
                "],\"multiplied\":{\"factor\":" + product.factor() + ",\"size\":" + product.size() + ",\"checksum\":"
                        + product.checksum() + "}}");
        return json.toByteArray();
    }

    private static void write(ByteArrayOutputStream json, String text) {
        json.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
