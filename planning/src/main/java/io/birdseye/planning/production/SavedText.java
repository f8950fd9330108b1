package io.birdseye.planning.production;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/** Text as programs save it: gzip is unpacked, and UTF-8 and UTF-16 are told by their byte-order mark or their zeros. */
final class SavedText {

    private static final int HEAD = 512;

    private SavedText() {}

    /** Opens it as text; refuses what is no text by the name of its format. */
    static BufferedReader open(String place, InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, 1 << 16);
        in.mark(HEAD);
        byte[] head = in.readNBytes(HEAD);
        in.reset();
        String hex = HexFormat.of().formatHex(head);
        if (hex.startsWith("1f8b") && !(raw instanceof GZIPInputStream)) {
            return open(place, new GZIPInputStream(in));
        }
        Charset charset = hex.matches("fffe.*|(?!00)..00.*") ? StandardCharsets.UTF_16LE
                : hex.matches("feff.*|00(?!00)...*") ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
        String packed = hex.startsWith("28b52ffd") ? "zstd" : hex.startsWith("504b0304") ? "zip" : "";
        if (!packed.isEmpty()) {
            throw new RefusedTelemetry(place, "is packed with " + packed + "; unpack it, or pack it with gzip");
        }
        if (new String(head, charset).chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 0x1e)) {
            throw new RefusedTelemetry(place, "is binary, as OTLP's and Prometheus's protobuf are; save it as JSON or text:"
                    + " the collector's file exporter does with 'format: json'");
        }
        in.skipNBytes(hex.startsWith("efbbbf") ? 3 : hex.matches("(fffe|feff).*") ? 2 : 0);
        return new BufferedReader(new InputStreamReader(in, charset), 1 << 16);
    }
}
