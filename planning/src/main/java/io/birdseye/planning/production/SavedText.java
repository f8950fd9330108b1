package io.birdseye.planning.production;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/** Text as programs save it: gzip is unpacked, and UTF-8 and UTF-16 are told by their byte-order mark or their zeros. */
final class SavedText {

    private static final int HEAD = 512;

    private SavedText() {}

    /** @throws RefusedTelemetry by the name of the format, if it is no text */
    static BufferedReader open(String place, InputStream raw) throws RefusedTelemetry, IOException {
        PushbackInputStream in = new PushbackInputStream(raw, HEAD);
        byte[] head = peek(in);
        if (starts(head, "1f8b")) {
            in = new PushbackInputStream(new GZIPInputStream(in), HEAD);
            head = peek(in);
        }
        Charset charset = starts(head, "fffe") || head.length > 1 && head[0] != 0 && head[1] == 0
                ? StandardCharsets.UTF_16LE : starts(head, "feff") || head.length > 1 && head[0] == 0 && head[1] != 0
                        ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
        String packed = starts(head, "28b52ffd") ? "zstd" : starts(head, "504b0304") ? "zip" : "";
        if (!packed.isEmpty()) {
            throw new RefusedTelemetry(place, "is packed with " + packed + "; unpack it, or pack it with gzip");
        }
        if (new String(head, charset).chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 0x1e)) {
            throw new RefusedTelemetry(place, "is binary, as OTLP's and Prometheus's protobuf are; save it as JSON or text:"
                    + " the collector's file exporter does with 'format: json'");
        }
        long marks = starts(head, "efbbbf") ? 3 : starts(head, "fffe") || starts(head, "feff") ? 2 : 0;
        in.skipNBytes(marks);
        return new BufferedReader(new InputStreamReader(in, charset), 1 << 16);
    }

    private static byte[] peek(PushbackInputStream in) throws IOException {
        byte[] head = in.readNBytes(HEAD);
        in.unread(head);
        return head;
    }

    private static boolean starts(byte[] head, String hex) {
        byte[] magic = HexFormat.of().parseHex(hex);
        return head.length >= magic.length && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
    }
}
