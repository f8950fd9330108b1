package io.birdseye.loadtest.plan;

import io.birdseye.loadtest.TrialFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Sends one request of a variant before any load, and looks at the whole answer, which is bounded in size and time. */
public final class TargetProbe implements AutoCloseable {

    /** A larger answer is an error: the injector holds the answers of all requests at once. */
    public static final int MOST_BODY_BYTES = 16 << 20;

    private static final int MAX_DETAIL = 1_000;

    private final HttpClient http;
    private final Duration timeout;

    /** @param timeout for the whole answer */
    public TargetProbe(Duration timeout) {
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    /** @throws TargetRefused if one of the requests does not get the right answer, so that nothing is worth measuring */
    public static void requireAnswers(List<TargetRequest> requests, Duration timeout, long seed)
            throws TargetRefused, InterruptedException {
        try (TargetProbe probe = new TargetProbe(timeout)) {
            for (TargetRequest request : requests) {
                try {
                    probe.check(request, seed);
                } catch (TrialFailure e) {
                    throw new TargetRefused("nothing is measured: " + request.name() + ": " + e.reason());
                }
            }
        }
    }

    /** @throws TrialFailure if there is no answer, or not the right one, in one line */
    public void check(TargetRequest request, long seed) throws TrialFailure, InterruptedException {
        String where = request.origin().toString();
        HttpRequest.Builder ask = HttpRequest.newBuilder(request.address(seed, 0))
                .timeout(timeout)
                .method(request.method(), request.body() == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(new DrawnText(request.body()).draw(seed, 0)));
        for (TargetRequest.Header header : request.headersOfAll()) {
            ask.header(header.name(), new DrawnText(header.value()).draw(seed, 0));
        }
        CompletableFuture<HttpResponse<InputStream>> asked =
                http.sendAsync(ask.build(), HttpResponse.BodyHandlers.ofInputStream());
        // The client's own timeout ends with the head of the answer; a body may still never end.
        CompletableFuture<String> judged = asked.thenApplyAsync(answer -> judge(request, answer));
        try {
            String wrong = judged.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (!wrong.isEmpty()) {
                throw new TrialFailure(where + " " + wrong);
            }
        } catch (TimeoutException e) {
            throw new TrialFailure(where + " does not bring its answer to an end within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new TrialFailure(where + " " + reason(root(e)), e);
        } finally {
            boolean _ = asked.cancel(true);
        }
    }

    private static String judge(TargetRequest request, HttpResponse<InputStream> answer) {
        try (InputStream in = answer.body()) {
            byte[] body = in.readNBytes(MOST_BODY_BYTES + 1);
            if (body.length > MOST_BODY_BYTES) {
                return "answers with a body of more than " + (MOST_BODY_BYTES >> 20) + " MB, which is an error";
            }
            String wrong = request.expectation().wrong(answer.statusCode(), body);
            return wrong == null ? "" : wrong + reason(answer, body);
        } catch (IOException e) {
            return "breaks its answer off: " + e.getMessage();
        }
    }

    /** What a problem of RFC 9457 says of itself; nothing for any other answer. */
    private static String reason(HttpResponse<InputStream> answer, byte[] body) {
        if (!answer.headers().firstValue("Content-Type").orElse("").startsWith("application/problem+json")) {
            return "";
        }
        try {
            String detail = JsonMapper.shared().readTree(body).path("detail").asString("");
            return detail.isEmpty() ? "" : ": " + detail.substring(0, Math.min(detail.length(), MAX_DETAIL)).strip();
        } catch (JacksonException e) {
            return "";
        }
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && (cause instanceof ExecutionException || !isTelling(cause))) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isTelling(Throwable cause) {
        return cause instanceof SSLException || cause instanceof ConnectException || cause instanceof HttpTimeoutException;
    }

    private static String reason(Throwable cause) {
        return switch (cause) {
            case SSLException tls -> "cannot be reached over TLS: " + firstLine(tls);
            case HttpConnectTimeoutException _ -> "cannot be reached: no connection in time";
            case HttpTimeoutException _ -> "does not answer in time";
            case ConnectException unknown when isUnresolved(unknown) -> "cannot be reached: its host is not known";
            case ConnectException refused -> "cannot be reached: "
                    + (refused.getMessage() == null ? "connection refused" : firstLine(refused));
            default -> "does not answer with HTTP: " + firstLine(cause);
        };
    }

    private static boolean isUnresolved(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof UnresolvedAddressException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private static String firstLine(Throwable cause) {
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? cause.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").strip();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
