package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.program.RunFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks for what a comparison should not leave behind when it has ended, however it ended. */
final class LeftBehind {

    /** A program that is left looks for its parent once a second; one that is told to end has ten seconds. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Pattern READY = Pattern.compile("ready on http://127\\.0\\.0\\.1:(\\d+)");
    private static final int CONNECT_MILLIS = 500;
    private static final long LOOK_MILLIS = 50;
    private static final int MOST_CHARACTERS = 80;

    private LeftBehind() {}

    /**
     * What is left, each in words: processes, listening ports, the lock of the results and temporary files.
     *
     * @param folder of the try
     * @param patience how long it may take to end and to tidy up
     */
    static List<String> of(Path folder, Duration patience) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        List<String> left = now(folder);
        // Of a process that ends, the system forgets the environment first and closes the sockets later.
        while (!left.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(LOOK_MILLIS);
            left = now(folder);
        }
        return left;
    }

    private static List<String> now(Path folder) throws IOException {
        List<String> left = new ArrayList<>();
        for (MarkedProcess process : MarkedProcess.all(folder)) {
            left.add("process " + process.pid() + " is left: " + end(process.commandLine()));
        }
        Path out = ComparisonProcess.results(folder);
        for (int port : ports(out.resolve("logs"))) {
            if (listens(port)) {
                left.add("port " + port + " still listens");
            }
        }
        Path trials = out.resolve("trials");
        if (Files.isDirectory(trials)) {
            try (RunFolder _ = RunFolder.lock(trials)) {
                // It is free.
            } catch (FolderRefused e) {
                left.add("the lock is left: " + e.reason());
            }
        }
        Path temporary = ComparisonProcess.temporary(folder);
        try (Stream<Path> files = Files.walk(temporary)) {
            files.filter(file -> !file.equals(temporary))
                    .forEach(file -> left.add("a temporary file is left: " + temporary.relativize(file)));
        }
        return left;
    }

    private static List<Integer> ports(Path logs) throws IOException {
        List<Integer> ports = new ArrayList<>();
        if (!Files.isDirectory(logs)) {
            return ports;
        }
        try (Stream<Path> files = Files.list(logs)) {
            for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
                Matcher ready = READY.matcher(new String(Files.readAllBytes(log), StandardCharsets.UTF_8));
                while (ready.find()) {
                    ports.add(Integer.valueOf(ready.group(1)));
                }
            }
        }
        return ports;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The main class and its arguments stand behind a long class path. */
    private static String end(String commandLine) {
        return commandLine.length() <= MOST_CHARACTERS
                ? commandLine
                : "…" + commandLine.substring(commandLine.length() - MOST_CHARACTERS);
    }
}
