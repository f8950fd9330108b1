package io.birdseye.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Calls the loop of a {@link SharedList} so that the JIT compiler makes code of it alone, and never a part of what
 * calls it.
 *
 * <p>HotSpot's second compiler gets to the caller of the loop minutes after the loop itself, when a request has been
 * served often enough. It then put the loop into the code of the request, and there it took longer, so that a request
 * cost a quarter more CPU: in the middle of a measurement, for one strategy and not for another. The cost is a call
 * through a method handle, some nanoseconds for milliseconds of work. See {@code docs/performance.md}.
 */
final class CompiledApart {

    private static final CompiledApart ONLY = new CompiledApart();

    // Not final, and so no constant to the compiler: what it cannot know it cannot inline.
    @SuppressWarnings("FieldMayBeFinal")
    private MethodHandle loop = find();

    private CompiledApart() {}

    static SharedList.Product multiply(SharedList list, int factor) {
        try {
            return (SharedList.Product) ONLY.loop.invokeExact(list, factor);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("the loop throws no checked exception", e);
        }
    }

    private static MethodHandle find() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(
                            SharedList.class, "loop", MethodType.methodType(SharedList.Product.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
