package io.birdseye.loadtest.client;

import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.core.JacksonException;

/**
 * An HTTP client for many threads whose answers are bounded in time and size; the timeout of the JDK's own client ends
 * with the head of an answer. It speaks HTTP/1.1 and follows no redirects.
 */
public final class BoundedHttp implements AutoCloseable {

    private static final int DEFAULT_MAX_BYTES = 64 << 20;

    private final Duration timeout;
    private final int maxBytes;
    private final HttpClient http;

    /** @param timeout of a whole answer, unless a request has its own */
    public BoundedHttp(Duration timeout) {
        this(timeout, DEFAULT_MAX_BYTES);
    }

    public BoundedHttp(Duration timeout, int maxBytes) {
        this.timeout = timeout;
        this.maxBytes = maxBytes;
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    public record Answer(int status, byte[] body, Map<String, List<String>> headers) {

        private static final int MAX_CHARACTERS = 200;

        /** The status and, where the answer is problem details, what they say; in a line of bounded length. */
        public String statusAndDetail() {
            String detail = detail(MAX_CHARACTERS);
            return "status " + status + (detail.isEmpty() ? "" : ": " + detail);
        }

        /** What problem details (RFC 9457) say of themselves, in one line; empty for any other answer. */
        public String detail(int maxCharacters) {
            try {
                String detail = ResultsFile.JSON.readTree(body).path("detail").asString("").replaceAll("\\s+", " ").strip();
                return detail.substring(0, Math.min(maxCharacters, detail.length()));
            } catch (JacksonException e) {
                return "";
            }
        }

        public String header(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst().orElse("");
        }
    }

    /** The head of an answer came, but its body did not end, was too large, or broke off. */
    public static final class Incomplete extends IOException {

        Incomplete(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public boolean isOk(URI uri) throws InterruptedException {
        try {
            return send(HttpRequest.newBuilder(uri).build()).status() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** @throws Incomplete if only a part of the answer came; the message continues the name of whoever answered */
    public Answer send(HttpRequest request) throws IOException, InterruptedException {
        Duration atMost = request.timeout().orElse(timeout);
        AtomicBoolean head = new AtomicBoolean();
        BodyHandler<byte[]> bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), maxBytes);
        CompletableFuture<HttpResponse<byte[]>> asked = http.sendAsync(request, info -> {
            head.set(true);
            return bounded.apply(info);
        });
        try {
            return answer(asked.get(atMost.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            throw head.get()
                    ? new Incomplete("does not bring its answer to an end within " + atMost.toMillis() + " ms", e)
                    : new HttpTimeoutException("no answer within " + atMost.toMillis() + " ms");
        } catch (ExecutionException e) {
            IOException cause = e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
            if (!head.get()) {
                throw cause;
            }
            // So says the JDK's subscriber that limits a body.
            throw new Incomplete(String.valueOf(cause.getMessage()).contains("exceeds capacity")
                    ? "answers with a body of more than " + (maxBytes >> 20) + " MB, which is an error"
                    : "breaks its answer off: " + cause.getMessage(), cause);
        } finally {
            boolean _ = asked.cancel(true);
        }
    }

    /** An answer whose body is read as it comes: only its head is bounded in time. The body is to be closed. */
    public HttpResponse<InputStream> open(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofInputStream());
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        return new Answer(response.statusCode(), response.body(), response.headers().map());
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
