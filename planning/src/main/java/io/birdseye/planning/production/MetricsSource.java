package io.birdseye.planning.production;

import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.model.WholeFile;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Where metrics are read: a file, or an HTTP address such as {@code http://127.0.0.1:8081/actuator/prometheus} on this
 * machine or an allowed host. An answer is bounded in size and time, and a redirect is not followed.
 */
public record MetricsSource(String fileOrUrl, Set<String> allowedHosts, Optional<String> token, int maxBytes, Duration timeout) {

    /** A service with many routes writes a few MB. */
    private static final int DEFAULT_MAX_BYTES = 32_000_000;

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(20);
    private static final int MAX_PORT = 65_535;

    public MetricsSource {
        allowedHosts = Set.copyOf(allowedHosts);
    }

    /** @param token that is sent to an address as {@code Authorization: Bearer}, and shown nowhere */
    public MetricsSource(String fileOrUrl, Set<String> allowedHosts, Optional<String> token) {
        this(fileOrUrl, allowedHosts, token, DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT);
    }

    @Override
    public String toString() {
        return RefusedTelemetry.shown(fileOrUrl);
    }

    public boolean isUrl() {
        return fileOrUrl.matches("(?i)[a-z][a-z0-9+.-]*://.*");
    }

    /** @throws RefusedTelemetry in one line, if it cannot be read within the limits */
    String read() throws RefusedTelemetry, InterruptedException {
        try (BufferedReader in = SavedText.open(toString(), isUrl() ? fetch(address()) : Files.newInputStream(Path.of(fileOrUrl)))) {
            char[] text = new char[maxBytes + 1];
            int length = 0;
            for (int n = 0; n >= 0 && length < text.length; n = in.read(text, length, text.length - length)) {
                length += n;
            }
            if (length > maxBytes) {
                throw refused("cannot be read with at most " + maxBytes + " characters");
            }
            return new String(text, 0, length);
        } catch (NoSuchFileException e) {
            throw refused("there is no such file");
        } catch (ConnectException e) {
            throw refused("nothing listens there; is the service up, and is this its port?");
        } catch (HttpTimeoutException e) {
            throw refused("no answer within " + timeout.toMillis() + " ms");
        } catch (IOException | InvalidPathException e) {
            String reason = e instanceof IOException io ? WholeFile.reason(io) : String.valueOf(e.getMessage());
            throw refused((isUrl() ? "gives no HTTP answer of at most " + maxBytes + " bytes: " : "cannot be read: ")
                    + RefusedTelemetry.shown(reason));
        }
    }

    private InputStream fetch(URI uri) throws RefusedTelemetry, IOException, InterruptedException {
        requireAllowed(uri.getHost());
        try (BoundedHttp http = new BoundedHttp(timeout, maxBytes)) {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Accept", "text/plain, application/json;q=0.9");
            token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
            BoundedHttp.Answer answer = http.send(request.build());
            if (answer.status() != 200) {
                throw refused("answers with status " + answer.status() + ", but allowed is 200"
                        + (answer.status() != 401 && answer.status() != 403 ? ""
                                : token.isPresent() ? "; the token of --token is not accepted" : "; --token sends a bearer token"));
            }
            return new ByteArrayInputStream(answer.body());
        }
    }

    private URI address() throws RefusedTelemetry {
        try {
            URI uri = URI.create(fileOrUrl);
            if (uri.getScheme().matches("(?i)https?") && uri.getHost() != null && uri.getPort() <= MAX_PORT) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw refused("allowed is a file, or an address such as http://127.0.0.1:8081/actuator/prometheus");
    }

    private void requireAllowed(String host) throws RefusedTelemetry {
        try {
            if (!allowedHosts.contains(host)
                    && !Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress)) {
                String shown = RefusedTelemetry.shown(host);
                throw refused("'" + shown + "' is another machine; --allow-host " + shown + " permits to ask it");
            }
        } catch (UnknownHostException e) {
            throw refused("there is no host '" + RefusedTelemetry.shown(host) + "'");
        }
    }

    private RefusedTelemetry refused(String message) {
        return new RefusedTelemetry(toString(), message);
    }
}
