package io.birdseye.planning.production;

import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.model.WholeFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;

/**
 * Where metrics are read: a file, or an HTTP address such as {@code http://127.0.0.1:8081/actuator/prometheus} on this
 * machine or an allowed host. An answer is bounded in size and time, and a redirect is not followed.
 */
public record MetricsSource(String fileOrUrl, Set<String> allowedHosts, int maxBytes, Duration timeout) {

    /** A service with many routes writes a few MB. */
    private static final int DEFAULT_MAX_BYTES = 32_000_000;

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(20);
    private static final int MAX_PORT = 65_535;

    public MetricsSource {
        allowedHosts = Set.copyOf(allowedHosts);
    }

    public MetricsSource(String fileOrUrl, Set<String> allowedHosts) {
        this(fileOrUrl, allowedHosts, DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT);
    }

    public boolean isUrl() {
        return fileOrUrl.matches("(?i)[a-z][a-z0-9+.-]*://.*");
    }

    String shown() {
        return RefusedTelemetry.shown(fileOrUrl);
    }

    /** @throws RefusedTelemetry in one line, if it cannot be read within the limits */
    String read() throws RefusedTelemetry, InterruptedException {
        try {
            return isUrl() ? fetch(address()) : WholeFile.read(Path.of(fileOrUrl), maxBytes);
        } catch (CharacterCodingException e) {
            throw refused("metrics are text in UTF-8, but this is not");
        } catch (NoSuchFileException e) {
            throw refused("there is no such file");
        } catch (IOException | InvalidPathException e) {
            throw refused("cannot be read with at most " + maxBytes + " bytes within " + timeout.toMillis() + " ms: "
                    + RefusedTelemetry.shown(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
        }
    }

    private String fetch(URI uri) throws RefusedTelemetry, IOException, InterruptedException {
        requireAllowed(uri.getHost());
        try (BoundedHttp http = new BoundedHttp(timeout, maxBytes)) {
            BoundedHttp.Answer answer = http.send(HttpRequest.newBuilder(uri).header("Accept", "text/plain").build());
            if (answer.status() != 200) {
                throw refused("answers with status " + answer.status() + ", but allowed is 200");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(answer.body())).toString();
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
        return new RefusedTelemetry(shown(), message);
    }
}
