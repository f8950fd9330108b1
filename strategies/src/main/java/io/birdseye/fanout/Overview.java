package io.birdseye.fanout;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** The answer to one request, as JSON in UTF-8, which is not copied, so nobody may change it. */
public record Overview(byte[] json) {

    /** Joins the parts, which are JSON already: their bytes are copied and not parsed again. */
    static Overview of(int userId, List<Part> parts) {
        int length = parts.stream().mapToInt(part -> part.json().length).sum();
        ByteArrayOutputStream json = new ByteArrayOutputStream(length + 256);
        json.writeBytes(("{\"userId\":" + userId).getBytes(UTF_8));
        for (Part part : parts) {
            json.writeBytes((",\"" + part.group() + "\":").getBytes(UTF_8));
            json.writeBytes(part.json());
        }
        json.write('}');
        return new Overview(json.toByteArray());
    }
}
