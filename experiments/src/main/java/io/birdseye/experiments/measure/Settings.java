package io.birdseye.experiments.measure;

import java.util.Map;

/** The settings of a point, as its probe reads them. */
public record Settings(Map<String, String> values) {

    public Settings {
        values = Map.copyOf(values);
    }

    /**
     * A setting as it is.
     *
     * @throws IllegalArgumentException if it is not set
     */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("setting " + name + " is missing; set are " + values.keySet());
        }
        return value;
    }

    /**
     * A setting that is an integer.
     *
     * @throws IllegalArgumentException if it is not set or no integer
     */
    public int integer(String name) {
        return Math.toIntExact(whole(name));
    }

    /**
     * A setting that is a large integer.
     *
     * @throws IllegalArgumentException if it is not set or no integer
     */
    public long whole(String name) {
        String value = text(name);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting " + name + " is " + value + ", not an integer", e);
        }
    }

    /**
     * A setting that names a constant.
     *
     * @throws IllegalArgumentException if it is not set or no constant of the type
     */
    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        return Enum.valueOf(type, text(name));
    }
}
