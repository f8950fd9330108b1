package io.birdseye.loadtest.trial;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the process of this machine that listens at a port, in {@code /proc}. It sees processes of the same user only,
 * or all for root. Costs a look at the open files of all of them: some milliseconds to some hundred.
 */
final class ListeningProcess {

    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningProcess() {}

    /** Its number, the lowest of several; empty where none is found or the system does not tell. */
    static OptionalLong at(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            sockets.addAll(sockets(Path.of("/proc/net", table), port));
        }
        OptionalLong lowest = OptionalLong.empty();
        if (sockets.isEmpty()) {
            return lowest;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                long pid = Long.parseLong(process.getFileName().toString());
                if ((lowest.isEmpty() || pid < lowest.getAsLong()) && holds(process, sockets)) {
                    lowest = OptionalLong.of(pid);
                }
            }
        } catch (IOException e) {
            return OptionalLong.empty();
        }
        return lowest;
    }

    private static Set<String> sockets(Path table, int port) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        Set<String> sockets = new HashSet<>();
        try {
            for (String line : Files.readAllLines(table)) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > INODE && fields[LOCAL_ADDRESS].endsWith(suffix) && fields[STATE].equals(LISTENING)) {
                    sockets.add("socket:[" + fields[INODE] + "]");
                }
            }
        } catch (IOException e) {
            // Not Linux, or no IPv6.
        }
        return sockets;
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (sockets.contains(linked(file))) {
                    return true;
                }
            }
        } catch (IOException e) {
            // It has ended, or belongs to somebody else.
        }
        return false;
    }

    private static String linked(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
