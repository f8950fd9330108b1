package io.birdseye.fanout;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/** Writes the answer around parts that are JSON already, so that no byte of them is parsed or escaped again. */
final class OverviewJson {

    private OverviewJson() {}

    static Overview join(Query query, List<Part> parts) {
        byte[] head = ("{\"userId\":" + query.userId()).getBytes(UTF_8);
        byte[][] names = new byte[parts.size()][];
        int length = head.length + 1;
        for (int i = 0; i < names.length; i++) {
            names[i] = (",\"" + parts.get(i).group() + "\":").getBytes(UTF_8);
            length += names[i].length + parts.get(i).json().length;
        }
        byte[] json = new byte[length];
        int at = put(head, json, 0);
        for (int i = 0; i < names.length; i++) {
            at = put(names[i], json, at);
            at = put(parts.get(i).json(), json, at);
        }
        json[at] = '}';
        return new Overview(json);
    }

    private static int put(byte[] source, byte[] target, int at) {
        System.arraycopy(source, 0, target, at, source.length);
        return at + source.length;
    }
}
