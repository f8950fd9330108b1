package io.birdseye.service.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * How the descriptors that this process may hold are shared. Connections of clients and calls to upstreams take from
 * one sum; connections get three quarters of it at most, so that calls are left for them. What is kept back is for all
 * else that opens files: the loading of classes, event loops, readings of {@code /proc}, and refused clients that are
 * told why. Without it, a process whose descriptors are gone could not even load the classes that say so.
 */
public final class Descriptors {

    /**
     * For event loops, files of {@code /proc}, time zones, random numbers, a recording; and for sockets that are closed:
     * the JDK gives back their descriptors only when the selector thread comes to it, some twenty under a storm.
     */
    private static final int OTHERS = 48;

    private static final int MAX_LINGERING = 1_000;
    private static final int LINGERING_IF_SCARCE = 16;

    /** Below this limit, idle connections to upstreams are closed when others need their descriptors. */
    private static final int SCARCE = 4_096;

    /** A connection and the four calls of the article's request, and some that are refused meanwhile. */
    private static final int MIN = 16;

    private final long limit;
    private final int sum;
    private final int connections;
    private final AtomicInteger taken = new AtomicInteger();
    private volatile Idle idle = new Idle(() -> 0, () -> {});

    /** Descriptors that are held without having been taken, and how they are given up. */
    private record Idle(IntSupplier count, Runnable close) {}

    private Descriptors(long limit, int sum, int connections) {
        this.limit = limit;
        this.sum = sum;
        this.connections = connections;
    }

    /** As this process is now, for so many connections; throws if there are too few to serve a request. */
    public static Descriptors now(int connections) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
            return of(Long.MAX_VALUE, 0, connections);
        }
        long limit = unix.getMaxFileDescriptorCount();
        if (limit < SCARCE) {
            openClassPath();
        }
        return of(limit, unix.getOpenFileDescriptorCount(), connections);
    }

    /** Looks for what is in no jar, which opens them all: a class that is needed later is read from an open one. */
    private static void openClassPath() {
        var _ = Descriptors.class.getClassLoader().getResource("no-such-file");
    }

    static Descriptors of(long limit, long open, int connections) {
        long sum = limit - open - OTHERS - (limit < SCARCE ? LINGERING_IF_SCARCE : MAX_LINGERING);
        if (sum < MIN) {
            throw new IllegalStateException("this process may hold " + limit + " descriptors (ulimit -n), holds " + open
                    + ", and needs " + (limit - sum + MIN) + " to serve requests");
        }
        int counted = (int) Math.min(sum, Integer.MAX_VALUE);
        return new Descriptors(limit, counted, Math.min(connections, (int) (counted * 3L / 4)));
    }

    public int connections() {
        return connections;
    }

    /** Connections beyond those that may be open for a moment, so that their clients are told why they are refused. */
    public int lingering() {
        return isScarce() ? LINGERING_IF_SCARCE : MAX_LINGERING;
    }

    /** Whether idle connections to upstreams are too many to be left alone. */
    public boolean isScarce() {
        return limit < SCARCE;
    }

    /** What holds descriptors that nobody has taken, and how to give all of them up. */
    public void heldBy(IntSupplier count, Runnable close) {
        idle = new Idle(count, close);
    }

    /** Takes one, for a connection or a call. Returns false if there is none. */
    public boolean tryTake() {
        if (taken.incrementAndGet() <= sum) {
            if (isScarce() && idle.count().getAsInt() > left()) {
                idle.close().run();
            }
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    public void release() {
        taken.decrementAndGet();
    }

    int left() {
        return sum - taken.get();
    }

    /** One line for the user; says what the limit leaves. */
    @Override
    public String toString() {
        return "of " + limit + " descriptors (ulimit -n) " + sum + " are for connections, at most " + connections
                + ", and upstream calls";
    }
}
