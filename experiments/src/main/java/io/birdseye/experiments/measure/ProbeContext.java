package io.birdseye.experiments.measure;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/** The place for a probe's figures. Each is written out at once, so it survives the JVM. Several threads may record. */
public final class ProbeContext {

    private static final String MEDIAN = "median";
    private static final String LARGEST = "largest";

    private final String upstream;
    private final Writer figures;
    private volatile boolean warmingUp;

    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /** @param upstream empty if the experiment does not ask for the upstream server */
    public ProbeContext(String upstream, Writer figures) {
        this.upstream = upstream;
        this.figures = figures;
    }

    /** The address of an answer that the upstream server delays by so many milliseconds. */
    public String urlOfAnswerAfter(int delayMillis) {
        return upstream + "/users?delay=" + delayMillis + "ms";
    }

    /** Records a figure; the metric's name carries its unit. Of several in one JVM the median counts, as one sample. */
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

    /** Does the work {@code warmups} times without recording anything, then {@code repeats} times. */
    public void repeat(int warmups, int repeats, Body body) throws Exception {
        for (int i = 0; i < warmups + repeats; i++) {
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
        return lines.map(line -> line.split("\t"))
                .filter(parts -> parts.length == 3)
                .collect(groupingBy(parts -> parts[1], collectingAndThen(toList(), ProbeContext::value)));
    }

    private static double value(List<String[]> figures) {
        double[] values = figures.stream().mapToDouble(parts -> Double.parseDouble(parts[2])).toArray();
        return figures.getFirst()[0].equals(LARGEST)
                ? DoubleStream.of(values).max().orElseThrow()
                : Median.withDefaults().evaluate(values);
    }
}
