package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.process.ServiceUse;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Birdseye's own service, which tells at {@code /internal/resources} what it has used. */
final class TellingService implements MeasuredService {

    private final ServiceClient client;
    private final Participant program;
    private final String strategy;
    private @Nullable ServiceUse first;

    TellingService(ServiceClient client, Participant program, String strategy) {
        this.client = client;
        this.program = program;
        this.strategy = strategy;
    }

    @Override
    public OptionalLong pid() {
        return program instanceof Program here ? OptionalLong.of(here.pid()) : OptionalLong.empty();
    }

    @Override
    public Participant.Use around() throws TrialFailure, InterruptedException {
        return program.use();
    }

    @Override
    public void resetPeaks() throws TrialFailure, InterruptedException {
        client.resetResources();
    }

    @Override
    public void begin() throws TrialFailure, InterruptedException {
        first = client.resources();
    }

    @Override
    public ServiceUse end() throws TrialFailure, InterruptedException {
        return client.resources().since(requireNonNull(first, "a window ends that has not begun"));
    }

    @Override
    public ServiceUse.Concurrency peak(ServiceUse used) {
        return used.peak(strategy);
    }
}
