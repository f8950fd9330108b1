package io.birdseye.fanout;

import java.util.concurrent.CompletionException;

/**
 * A task of a request threw an {@link Error}: the heap or the stack had no room, a class could not be loaded. It is an
 * exception, so that it ends the request and nothing else. Libraries take some errors for the end of the program: RxJava
 * and Reactor throw them on instead of passing them to the request, and an error that leaves an actor ends the whole
 * actor system.
 *
 * <p>It has no stack trace; that of its cause says where the error was thrown.
 */
public final class TaskError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Made while there is room. It collects no suppressed exceptions, because all requests share it. */
    private static final TaskError NO_ROOM = new TaskError(
            "a task failed, and there was no memory to say more", new OutOfMemoryError("no room for a failure"), false);

    private TaskError(String message, Error cause, boolean suppression) {
        super(message, cause, suppression, false);
    }

    /** What a task, a client or a strategy threw, without the wrapper of a stage, as an exception that ends a request. */
    public static RuntimeException unchecked(String task, Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return switch (cause) {
            case RuntimeException e -> e;
            case Error e -> of(task, e);
            default -> new CompletionException(cause);
        };
    }

    /** Makes an exception of the error; costs no memory if there is none. */
    public static TaskError of(String task, Error error) {
        try {
            return new TaskError("task '" + task + "' failed: " + error, error, true);
        } catch (OutOfMemoryError noRoom) {
            return NO_ROOM;
        }
    }
}
