package io.birdseye.planning.production;

import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.loadtest.plan.AllowedHosts;
import io.birdseye.model.WholeFile;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

    List<MetricSample> samples() throws InterruptedException {
        return MetricSample.read(toString(), read());
    }

    /** Refuses what cannot be read within the limits. */
    String read() throws InterruptedException {
        try (BufferedReader in = SavedText.open(toString(), isUrl() ? fetch(address()) : Files.newInputStream(Path.of(fileOrUrl)))) {
            CharBuffer text = CharBuffer.allocate(maxBytes + 1);
            while (in.read(text) > 0) {
                // until it is full, or all is read
            }
            if (!text.hasRemaining()) {
                throw refused("cannot be read with at most " + maxBytes + " characters");
            }
            return text.flip().toString();
        } catch (NoSuchFileException e) {
            throw refused("there is no such file");
        } catch (ConnectException e) {
            throw refused("nothing listens there; is the service up, and is this its port?");
        } catch (IOException | InvalidPathException e) {
            throw refused((isUrl() ? "gives no HTTP answer of at most " + maxBytes + " bytes: %s" : "cannot be read: %s"),
                    e instanceof IOException io ? WholeFile.reason(io) : String.valueOf(e.getMessage()));
        }
    }

    private InputStream fetch(URI uri) throws IOException, InterruptedException {
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

    private URI address() {
        URI uri;
        try {
            uri = URI.create(fileOrUrl);
        } catch (IllegalArgumentException e) {
            uri = URI.create("");
        }
        if (uri.getHost() == null || uri.getPort() > MAX_PORT || !uri.getScheme().matches("(?i)https?")) {
            throw refused("allowed is a file, or an address such as http://127.0.0.1:8081/actuator/prometheus");
        }
        if (!new AllowedHosts(List.copyOf(allowedHosts)).permits(uri.getHost())) {
            throw refused("'%1$s' is another machine; --allow-host %1$s permits to ask it", uri.getHost());
        }
        return uri;
    }

    RefusedTelemetry refused(String message, String... texts) {
        return new RefusedTelemetry(toString(), message, texts);
    }
}
