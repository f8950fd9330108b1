package com.example.shop;

import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads the body of an upstream. All four ways use it, so that they differ only in who waits. */
@Component
record Entries(JsonMapper json) {

    private static final TypeReference<List<Entry>> LIST = new TypeReference<>() {};

    /** @throws UpstreamFailure if the body is not a JSON array of entries */
    List<Entry> parse(Call call, byte[] body) {
        try {
            List<Entry> entries = json.readValue(body, LIST);
            if (entries == null || entries.contains(null)) {
                throw UpstreamFailure.failed(call, "it answered null where a list was expected");
            }
            return entries;
        } catch (JacksonException e) {
            throw UpstreamFailure.failed(call, "it answered what is not the expected JSON");
        }
    }
}
