package io.birdseye.service.observe;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Functions of the system's C library. Linking one takes some hundredths of a second. */
final class SystemCalls {

    private SystemCalls() {}

    /**
     * A function of Linux with 64 bits; empty elsewhere. Native access is checked because the JVM would print a warning
     * if it was used without permission.
     */
    static Optional<MethodHandle> linux(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        if (!System.getProperty("os.name").equals("Linux")
                || ADDRESS.byteSize() != 8
                || !SystemCalls.class.getModule().isNativeAccessEnabled()) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(function -> linker.downcallHandle(function, descriptor, options));
    }
}
