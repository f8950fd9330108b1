package io.birdseye.benchmarks.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Draws where the CPU time of a flight recording went: a box for each method, as wide as its share of all samples, on
 * top of the method that called it. The picture is Brendan Gregg's ("The Flame Graph", ACM Queue, 2016).
 *
 * <p>The collector and the compiler take no such samples: their threads run no Java.
 */
public final class FlameGraph {

    private static final int WIDTH = 1_200;
    private static final int ROW = 16;
    private static final int MARGIN = 24;

    /** A third of a hundredth; what is narrower is a sample or two, and would be most of the file. */
    private static final double LEAST_PIXELS = 4;

    private static final double PIXELS_PER_LETTER = 6.6;

    private final Frame root;
    private final StringBuilder svg = new StringBuilder();

    private FlameGraph(Frame root) {
        this.root = root;
    }

    /** {@code FlameGraph recording.jfr picture.svg}. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: FlameGraph RECORDING.jfr PICTURE.svg");
            System.exit(2);
        }
        Files.writeString(Path.of(arguments[1]), of(Path.of(arguments[0])));
    }

    static String of(Path recording) throws IOException {
        Frame root = new Frame("all");
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            RecordedStackTrace stack = event.getStackTrace();
            if (event.getEventType().getName().equals("jdk.ExecutionSample") && stack != null) {
                root.add(methods(stack));
            }
        }
        return draw(root);
    }

    static String draw(Frame root) {
        return new FlameGraph(root).draw();
    }

    private static List<String> methods(RecordedStackTrace stack) {
        List<String> methods = new ArrayList<>();
        for (RecordedFrame frame : stack.getFrames().reversed()) {
            String type = frame.getMethod().getType().getName();
            methods.add(type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethod().getName());
        }
        return methods;
    }

    private String draw() {
        double samplesPerPixel = (double) Math.max(1, root.samples()) / WIDTH;
        int height = root.depth(LEAST_PIXELS * samplesPerPixel) * ROW + 2 * MARGIN;
        line("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="monospace" font-size="11">\
                """, WIDTH, height);
        line("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>");
        line("<text x=\"4\" y=\"16\">%d samples; width is share of CPU time in Java</text>", root.samples());
        draw(root, 0, height - MARGIN - ROW, 1 / samplesPerPixel);
        return svg.append("</svg>\n").toString();
    }

    private void draw(Frame frame, double x, int y, double pixelsPerSample) {
        double width = frame.samples() * pixelsPerSample;
        if (width < LEAST_PIXELS) {
            return;
        }
        String name = escaped(frame.name());
        line(
                "<g><title>%s: %.1f %%</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\""
                        + " stroke=\"#fff\" stroke-width=\"0.5\"/>",
                name, 100.0 * frame.samples() / Math.max(1, root.samples()), x, y, width, ROW, colour(frame.name()));
        int letters = (int) ((width - 4) / PIXELS_PER_LETTER);
        if (letters >= 3) {
            String label = frame.name().length() <= letters ? frame.name() : frame.name().substring(0, letters - 1) + "…";
            line("<text x=\"%.1f\" y=\"%d\">%s</text>", x + 2, y + 12, escaped(label));
        }
        svg.append("</g>\n");
        double next = x;
        for (Frame callee : frame.callees()) {
            draw(callee, next, y - ROW, pixelsPerSample);
            next += callee.samples() * pixelsPerSample;
        }
    }

    /** The same method has the same colour in every picture. */
    private static String colour(String name) {
        int hash = name.hashCode();
        return String.format(Locale.ROOT, "hsl(%d,80%%,%d%%)", Math.floorMod(hash, 45) + 10, 65 + Math.floorMod(hash / 45, 15));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
