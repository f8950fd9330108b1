package io.birdseye.experiments.measure;

import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The components of a probe, and of records among them, as text for the command line of its JVM, and back. */
final class ProbeSettings {

    private ProbeSettings() {}

    /** By name, in the order of the components. */
    static Map<String, String> of(Object probe) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (RecordComponent component : probe.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(probe);
                settings.putAll(
                        value instanceof Record ? of(value) : Map.of(component.getName(), value.toString()));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("probe " + probe + " is no public record", e);
            }
        }
        return settings;
    }

    /** The probe of this type with these values of its components. */
    static <T> T probe(Class<T> type, Iterator<String> values) throws ReflectiveOperationException {
        Class<?>[] types =
                Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i].isRecord() ? probe(types[i], values) : value(types[i], values.next());
        }
        return type.getDeclaredConstructor(types).newInstance(arguments);
    }

    /** Numbers, booleans and enums all have a {@code valueOf}. */
    private static Object value(Class<?> type, String text) throws ReflectiveOperationException {
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        return boxed == String.class ? text : boxed.getMethod("valueOf", String.class).invoke(null, text);
    }
}
