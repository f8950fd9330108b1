package io.birdseye.report.profile;

import io.birdseye.model.ProfileEvent;
import io.birdseye.model.WholeFile;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import one.convert.Arguments;
import one.convert.FlameGraph;
import one.convert.JfrToFlame;

/**
 * Files of stacks, and the flame graphs that async-profiler's converter draws of them: HTML files that need nothing
 * else. A file of stacks has a line for each, of its frames and a number.
 */
public final class FlameGraphs {

    private FlameGraphs() {}

    /** Turns a recording of the JDK's Flight Recorder into a file of stacks, for CPU time or allocations. */
    public static void collapse(Path recording, ProfileEvent event, Path stacks) throws IOException {
        Arguments arguments = new Arguments("--output", "collapsed");
        arguments.alloc = event == ProfileEvent.ALLOC;
        // Not --cpu: the converter then keeps samples with the thread state of async-profiler, which the JDK never writes.
        arguments.total = event == ProfileEvent.ALLOC;
        arguments.norm = true;
        write(JfrToFlame.parse(recording.toString(), arguments), stacks);
        if (Files.size(stacks) == 0) {
            Files.delete(stacks);
            throw new IOException("it holds no stack");
        }
    }

    public static void draw(String title, List<Path> stacks, Path page) throws IOException {
        write(read(arguments(title), stacks), page);
    }

    /**
     * Draws some files with the colours of how they differ from others: red frames themselves (without what they call)
     * have more there than in the base, blue ones less, and yellow ones are not in the base at all.
     */
    public static void drawDifference(String title, List<Path> base, List<Path> stacks, Path page) throws IOException {
        Arguments arguments = arguments(title);
        arguments.diff = true;
        FlameGraph drawn = read(arguments, stacks);
        drawn.diff(read(arguments, base));
        write(drawn, page);
    }

    private static Arguments arguments(String title) {
        Arguments arguments = new Arguments();
        // The converter puts it into the page as it is.
        arguments.title = title.replace("&", "&amp;").replace("<", "&lt;");
        arguments.output = "html";
        return arguments;
    }

    private static FlameGraph read(Arguments arguments, List<Path> stacks) throws IOException {
        FlameGraph graph = new FlameGraph(arguments);
        for (Path file : stacks) {
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                graph.parseCollapsed(reader);
            }
        }
        return graph;
    }

    private static void write(FlameGraph graph, Path file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        graph.dump(out);
        WholeFile.write(file, out.toString(StandardCharsets.UTF_8));
    }
}
