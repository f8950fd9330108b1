package io.birdseye.planning.production;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where metrics are read: a file, or an HTTP address. An answer is bounded in size and time, and a redirect is not
 * followed.
 *
 * @param fileOrUrl for example {@code metrics.txt} or {@code http://127.0.0.1:8081/actuator/prometheus}
 * @param allowedHosts hosts other than this machine that may be asked
 */
public record MetricsSource(String fileOrUrl, Set<String> allowedHosts, Limits limits) {

    private static final int HIGHEST_PORT = 65_535;

    /**
     * How large an answer may be and how long it may take.
     *
     * @param bytes of a file too
     */
    public record Limits(int bytes, Duration time) {

        /** A service with many routes writes a few MB. */
        public static final Limits DEFAULT = new Limits(32_000_000, Duration.ofSeconds(20));
    }

    public MetricsSource {
        allowedHosts = Set.copyOf(allowedHosts);
    }

    public boolean isUrl() {
        return fileOrUrl.matches("(?i)[a-z][a-z0-9+.-]*://.*");
    }

    /** @throws RefusedTelemetry in one line, if it cannot be read within the limits */
    String read() throws RefusedTelemetry, InterruptedException {
        byte[] bytes = isUrl() ? fetch() : file();
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw refused("metrics are text in UTF-8, but this is not");
        }
    }

    private byte[] file() throws RefusedTelemetry {
        try {
            Path file = Path.of(fileOrUrl);
            if (Files.size(file) > limits.bytes()) {
                throw refused("has " + Files.size(file) + " bytes, but allowed are " + limits.bytes());
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw refused("there is no such file");
        } catch (IOException | IllegalArgumentException e) {
            throw refused("cannot be read: " + RefusedTelemetry.shown(String.valueOf(e.getMessage())));
        }
    }

    private byte[] fetch() throws RefusedTelemetry, InterruptedException {
        URI uri = address();
        requireAllowed(uri.getHost());
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(limits.time())
                .build()) {
            // The time of a request ends with the head of its answer, so the body is waited for here.
            CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(
                    HttpRequest.newBuilder(uri).timeout(limits.time()).header("Accept", "text/plain").build(),
                    BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.bytes()));
            try {
                HttpResponse<byte[]> response = answer.get(limits.time().toMillis(), TimeUnit.MILLISECONDS);
                if (response.statusCode() != 200) {
                    throw refused("answers with status " + response.statusCode() + ", but allowed is 200");
                }
                return response.body();
            } catch (TimeoutException e) {
                throw refused("has no whole answer within " + limits.time().toMillis() + " ms");
            } catch (ExecutionException e) {
                throw refused("cannot be read, or answers with more than " + limits.bytes() + " bytes: "
                        + RefusedTelemetry.shown(reason(e)));
            } finally {
                client.shutdownNow();
            }
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && (cause instanceof ExecutionException || cause.getMessage() == null)) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private URI address() throws RefusedTelemetry {
        try {
            URI uri = URI.create(fileOrUrl);
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null
                    && uri.getPort() <= HIGHEST_PORT) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw refused("allowed is a file, or an address such as http://127.0.0.1:8081/actuator/prometheus");
    }

    private void requireAllowed(String host) throws RefusedTelemetry {
        if (allowedHosts.contains(host)) {
            return;
        }
        try {
            if (Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress)) {
                return;
            }
        } catch (UnknownHostException e) {
            throw refused("there is no host '" + RefusedTelemetry.shown(host) + "'");
        }
        throw refused("'" + RefusedTelemetry.shown(host) + "' is another machine; --allow-host " + RefusedTelemetry.shown(host) + " permits to ask it");
    }

    private RefusedTelemetry refused(String message) {
        return new RefusedTelemetry(RefusedTelemetry.shown(fileOrUrl), message);
    }
}
