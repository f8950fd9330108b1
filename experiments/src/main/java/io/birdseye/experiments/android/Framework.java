package io.birdseye.experiments.android;

import java.util.Locale;

/** What runs the hundred actions, by library and by how many threads it may use; and the direct call. */
public enum Framework {
    DIRECT(Threads.ONE, false),
    RX_ONE(Threads.ONE, true),
    RX_CPU(Threads.CPU, true),
    RX_IO(Threads.IO, true),
    COROUTINE_ONE(Threads.ONE, true),
    COROUTINE_CPU(Threads.CPU, true),
    COROUTINE_CPU_LIMIT(Threads.CPU, true),
    COROUTINE_IO(Threads.IO, true),
    FLOW_ONE(Threads.ONE, true),
    FLOW_CPU(Threads.CPU, true),
    FLOW_CPU_LIMIT(Threads.CPU, true),
    FLOW_IO(Threads.IO, true),
    FIXED_CPU(Threads.CPU, true),
    FIXED_IO(Threads.IO, true),
    STEAL_CPU(Threads.CPU, true),
    STEAL_IO(Threads.IO, true),
    VIRTUAL(Threads.IO, false),
    STRUCTURED(Threads.IO, false),
    REACTOR_ONE(Threads.ONE, false),
    REACTOR_CPU(Threads.CPU, false),
    REACTOR_IO(Threads.IO, false);

    /** How many actions can run at once. */
    public enum Threads {
        /** One after the other. */
        ONE,
        /** As many as the machine has cores. */
        CPU,
        /** Many more than cores: all hundred, or as many as the library's I/O pool allows. */
        IO
    }

    private final Threads threads;
    private final boolean inArticle;

    Framework(Threads threads, boolean inArticle) {
        this.threads = threads;
        this.inArticle = inArticle;
    }

    public Threads threads() {
        return threads;
    }

    /** Whether the article compares it. The direct call and what was added here are not. */
    public boolean isPublished() {
        return inArticle;
    }

    /** The name in results, such as {@code rx-io}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
