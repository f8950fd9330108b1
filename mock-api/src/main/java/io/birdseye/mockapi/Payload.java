package io.birdseye.mockapi;

/**
 * A body of a wanted size for an upstream that JSONPlaceholder does not have: an array of flat objects with an
 * {@code id}, the same at every start. What is left over is filled up with blanks, which JSON allows.
 */
final class Payload {

    static final int MIN_BYTES = 2;
    static final int MAX_BYTES = 16_000_000;
    static final String ALLOWED = "a whole number of bytes from " + MIN_BYTES + " to " + MAX_BYTES;
    static final String NAME_ALLOWED = "a name in kebab case of at most 60 characters";

    private static final int LONGEST_ITEM = 200;
    private static final long DATA_SEED = 20_190_402;

    private Payload() {}

    /** @throws InvalidSetting if the name could not be a path, or the size is out of range */
    static void require(String name, int bytes) {
        if (name.length() > 60 || !name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
            throw new InvalidSetting("routes", name, NAME_ALLOWED);
        }
        if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
            throw new InvalidSetting("payloadBytes", bytes, ALLOWED);
        }
    }

    /** ASCII only, so that characters are bytes. */
    static String json(String name, int bytes) {
        Words words = new Words(DATA_SEED + name.hashCode());
        StringBuilder json = new StringBuilder(bytes).append('[');
        for (int id = 1; json.length() + LONGEST_ITEM < bytes; id++) {
            if (id > 1) {
                json.append(',');
            }
            json.append("{\"id\":").append(id).append(",\"title\":\"").append(words.title(3, 7)).append("\"}");
        }
        return json.repeat(" ", bytes - 1 - json.length()).append(']').toString();
    }
}
