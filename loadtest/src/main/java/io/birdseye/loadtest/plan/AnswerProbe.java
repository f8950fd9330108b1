package io.birdseye.loadtest.plan;

import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.model.TerminalText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Sends one request of a variant before any load, and looks at the whole answer, which is bounded in size and time. */
public final class AnswerProbe implements AutoCloseable {

    /** A larger answer is an error: the injector holds the answers of all requests at once. */
    public static final int MAX_BODY_BYTES = 16 << 20;

    private static final int MAX_DETAIL = 1_000;
    private static final int MAX_LINE = 200;

    private final BoundedHttp http;

    public AnswerProbe(Duration timeout) {
        http = new BoundedHttp(timeout, MAX_BODY_BYTES);
    }

    /** @throws NothingMeasured if one of the requests does not get the right answer, so that nothing is worth measuring */
    public static void requireAnswers(List<Request> requests, Duration timeout, long seed)
            throws NothingMeasured, InterruptedException {
        try (AnswerProbe probe = new AnswerProbe(timeout)) {
            for (Request request : requests) {
                try {
                    probe.check(request, seed);
                } catch (TrialFailure e) {
                    throw new NothingMeasured("nothing is measured: " + request.name() + ": " + e.reason());
                }
            }
        }
    }

    /** @throws TrialFailure if there is no answer, or not the right one, in one line */
    public void check(Request request, long seed) throws TrialFailure, InterruptedException {
        String where = request.origin().toString();
        HttpRequest.Builder ask = HttpRequest.newBuilder(request.address(seed, 0))
                .method(request.method(), request.body() == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(new TextTemplate(request.body()).draw(seed, 0)));
        for (Request.Header header : request.headersOfAll()) {
            ask.header(header.name(), new TextTemplate(header.value()).draw(seed, 0));
        }
        try {
            BoundedHttp.Answer answer = http.send(ask.build());
            String wrong = request.expectation().wrong(answer.status(), answer.body());
            if (wrong != null) {
                throw new TrialFailure(where + " " + wrong + reason(answer));
            }
        } catch (BoundedHttp.Incomplete e) {
            throw new TrialFailure(where + " " + e.getMessage(), e);
        } catch (IOException e) {
            throw new TrialFailure(where + " " + reason(e), e);
        }
    }

    private static String reason(BoundedHttp.Answer answer) {
        boolean told = answer.header("content-type").startsWith("application/problem+json");
        String detail = told ? answer.detail(MAX_DETAIL) : firstLine(answer.body());
        return detail.isEmpty() ? "" : ": " + detail;
    }

    /** Most services say why in it; of a body that is no text nothing. */
    private static String firstLine(byte[] body) {
        String start = new String(body, 0, Math.min(body.length, MAX_LINE), StandardCharsets.UTF_8);
        return start.indexOf('\0') < 0 ? start.lines().filter(line -> !line.isBlank()).findFirst().map(String::strip).map(TerminalText::line).orElse("") : "";
    }

    private static boolean isTelling(Throwable cause) {
        return cause instanceof SSLException || cause instanceof ConnectException || cause instanceof HttpTimeoutException;
    }

    private static String reason(IOException failure) {
        List<Throwable> causes = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause).toList();
        if (causes.stream().anyMatch(UnresolvedAddressException.class::isInstance)) {
            return "cannot be reached: its host is not known";
        }
        Throwable telling = causes.stream().filter(AnswerProbe::isTelling).findFirst().orElseGet(causes::getLast);
        return switch (telling) {
            case SSLException tls -> "cannot be reached over TLS: " + firstLine(tls);
            case HttpConnectTimeoutException _ -> "cannot be reached: no connection in time";
            case HttpTimeoutException _ -> "does not answer in time";
            case ConnectException refused -> "cannot be reached: "
                    + (refused.getMessage() == null ? "connection refused" : firstLine(refused));
            default -> "does not answer with HTTP: " + firstLine(telling);
        };
    }

    private static String firstLine(Throwable cause) {
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? cause.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").strip();
    }

    @Override
    public void close() {
        http.close();
    }
}
