package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;

/** A service and its mock-api that somebody else has started, on machines of their own, for one trial. */
public record ServersElsewhere(String serviceUrl, String mockUrl) {

    /** @throws TrialFailure if it does not answer in time */
    public RemoteProgram mock() throws TrialFailure, InterruptedException {
        return new RemoteProgram("mock-api", mockUrl, "/__admin/process").awaitReady("/__admin/health");
    }

    /** @throws TrialFailure if it does not answer in time */
    public RemoteProgram service() throws TrialFailure, InterruptedException {
        return new RemoteProgram("service", serviceUrl, "/internal/process").awaitReady("/health/ready");
    }
}
