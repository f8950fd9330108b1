package io.birdseye.loadtest.client;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import tools.jackson.core.JacksonException;

/** A client of one of Birdseye's own programs, whose failures name it. It may be used by many threads. */
public class ProgramClient implements AutoCloseable {

    private final String name;
    private final String baseUrl;
    private final BoundedHttp http;

    public ProgramClient(String name, String baseUrl, Duration timeout) {
        this.name = name;
        this.baseUrl = baseUrl;
        http = new BoundedHttp(timeout);
    }

    public String baseUrl() {
        return baseUrl;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path));
    }

    /** @throws TrialFailure if there is no answer; whatever its status is */
    public Answer send(String path) throws TrialFailure, InterruptedException {
        return send(request(path).build());
    }

    Answer send(HttpRequest request) throws TrialFailure, InterruptedException {
        try {
            return http.send(request);
        } catch (IOException e) {
            throw new TrialFailure(
                    name + " does not answer " + request.uri().getPath() + ": " + e + LostThreads.words(), e);
        }
    }

    /** @throws TrialFailure if there is no answer, or its status is an error */
    Answer accepted(HttpRequest request) throws TrialFailure, InterruptedException {
        Answer answer = send(request);
        if (answer.status() >= 300) {
            throw new TrialFailure(name + " answers " + request.method() + " " + request.uri().getPath() + " with "
                    + answer.statusAndDetail());
        }
        return answer;
    }

    /** @throws TrialFailure if there is no answer, or not that of a record */
    public <T> T read(String path, Class<T> type) throws TrialFailure, InterruptedException {
        return read(path, send(path), type);
    }

    <T> T read(String path, Answer answer, Class<T> type) throws TrialFailure {
        if (answer.status() != 200) {
            throw new TrialFailure(name + " answers " + path + " with " + answer.statusAndDetail());
        }
        try {
            return ResultsFile.JSON.readValue(answer.body(), type);
        } catch (JacksonException e) {
            throw new TrialFailure(name + " answers " + path + " with something else than expected: "
                    + e.getOriginalMessage(), e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
