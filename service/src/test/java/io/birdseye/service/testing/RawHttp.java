package io.birdseye.service.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.regex.Pattern;

/** Requests as bytes, for what an HTTP client would not send. */
public final class RawHttp {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");
    private static final int PATIENCE_MS = 20_000;

    private RawHttp() {}

    /** What comes until the server closes the connection; also if it resets it then. */
    public static String ask(int port, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            try {
                socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            } catch (SocketException e) {
                // The server has closed while something was on its way to it.
            }
            return rest(socket);
        }
    }

    /** What comes until the server closes the connection; also if it resets it then. */
    public static String rest(Socket socket) throws IOException {
        socket.setSoTimeout(PATIENCE_MS);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            InputStream in = socket.getInputStream();
            byte[] piece = new byte[8_192];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                answer.write(piece, 0, read);
            }
        } catch (SocketException e) {
            // The server has closed while something was on its way to it.
        }
        return answer.toString(ISO_8859_1);
    }

    /** The statuses of the answers that came on one connection. */
    public static List<Integer> statuses(String answers) {
        return STATUS.matcher(answers).results().map(found -> Integer.valueOf(found.group(1))).toList();
    }
}
