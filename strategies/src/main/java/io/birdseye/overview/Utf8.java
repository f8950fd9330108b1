package io.birdseye.overview;

/** Steps over characters of more than one byte, as RFC 3629 defines them. */
final class Utf8 {

    private Utf8() {}

    /**
     * The offset behind the character that begins at {@code at} with a byte of 0x80 or more.
     *
     * @throws MalformedJson if it is cut short, longer than it need be, half of a surrogate pair, or beyond Unicode
     */
    static int next(byte[] bytes, int at) {
        int first = bytes[at] & 0xff;
        int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) {
            throw notUtf8(at);
        }
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                throw notUtf8(at);
            }
        }
        int second = bytes[at + 1] & 0xff;
        boolean allowed = switch (first) {
            case 0xe0 -> second >= 0xa0;
            case 0xed -> second < 0xa0;
            case 0xf0 -> second >= 0x90;
            case 0xf4 -> second < 0x90;
            default -> true;
        };
        if (!allowed) {
            throw notUtf8(at);
        }
        return at + length;
    }

    private static MalformedJson notUtf8(int at) {
        return new MalformedJson("it is not UTF-8", at);
    }
}
