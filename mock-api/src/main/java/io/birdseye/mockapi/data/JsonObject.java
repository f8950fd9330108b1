package io.birdseye.mockapi.data;

/**
 * A JSON object as text. A megabyte of them is made at each start, where a JSON library that is not yet compiled by the
 * JIT takes longer than the rest of the start.
 */
record JsonObject(String text) {

    /** @param namesAndValues in turn; a text is quoted and must not need escaping, numbers and objects stay as they are */
    static JsonObject of(Object... namesAndValues) {
        StringBuilder json = new StringBuilder(128);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            json.append(i == 0 ? "{\"" : ",\"").append(namesAndValues[i]).append("\":");
            Object value = namesAndValues[i + 1];
            if (value instanceof String) {
                json.append('"').append(value).append('"');
            } else {
                json.append(value);
            }
        }
        return new JsonObject(json.append('}').toString());
    }

    @Override
    public String toString() {
        return text;
    }
}
