package io.birdseye.experiments.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The settings that a probe reads, and the place for its figures. A figure is written out before the probe goes on, so
 * that it survives if the JVM dies afterwards. Several threads may record.
 */
public final class ProbeContext {

    private static final String MEDIAN = "median";
    private static final String LARGEST = "largest";

    private final Map<String, String> settings;
    private final Writer figures;
    private volatile boolean warmingUp;

    /** Work that may fail. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /** @param figures receives one line for each figure; {@link #read} makes metrics of them */
    public ProbeContext(Map<String, String> settings, Writer figures) {
        this.settings = Map.copyOf(settings);
        this.figures = figures;
    }

    /**
     * A setting as it is.
     *
     * @throws IllegalArgumentException if it is not set
     */
    public String text(String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("setting " + name + " is missing; set are " + settings.keySet());
        }
        return value;
    }

    /** A setting that is an integer. */
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

    /**
     * Records a figure. Of several for the same metric in one JVM the median counts, as one sample.
     *
     * @param metric a name that carries its unit, like {@code totalMs}
     */
    public void record(String metric, double value) {
        write(MEDIAN, metric, value);
    }

    /** Records a peak as it rises: of several in one JVM the largest counts. */
    public void reached(String metric, double value) {
        write(LARGEST, metric, value);
    }

    /** Does the work and records how many milliseconds it took. */
    public void time(String metric, Body work) throws Exception {
        long start = System.nanoTime();
        work.run();
        record(metric, (System.nanoTime() - start) / 1e6);
    }

    /** Does the work as often as the settings {@code warmups} and {@code repeats} say; warm-ups record nothing. */
    public void repeat(Body body) throws Exception {
        int warmups = integer("warmups");
        for (int i = 0; i < warmups + integer("repeats"); i++) {
            warmingUp = i < warmups;
            body.run();
        }
    }

    private void write(String kind, String metric, double value) {
        if (warmingUp) {
            return;
        }
        synchronized (figures) {
            try {
                figures.write(kind + "\t" + metric + "\t" + value + "\n");
                figures.flush();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot keep the figure " + metric, e);
            }
        }
    }

    /** The value of each metric that was recorded. A line that was cut off when the JVM died is ignored. */
    public static Map<String, Double> read(Stream<String> lines) {
        Map<String, List<Double>> all = new HashMap<>();
        Map<String, Double> metrics = new HashMap<>();
        lines.map(line -> line.split("\t")).filter(parts -> parts.length == 3).forEach(parts -> {
            double value = Double.parseDouble(parts[2]);
            if (parts[0].equals(LARGEST)) {
                metrics.merge(parts[1], value, Math::max);
            } else {
                all.computeIfAbsent(parts[1], name -> new ArrayList<>()).add(value);
            }
        });
        all.forEach((metric, values) -> metrics.put(metric,
                Median.withDefaults().evaluate(values.stream().mapToDouble(Double::doubleValue).toArray())));
        return metrics;
    }
}
