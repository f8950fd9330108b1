package io.birdseye.loadtest.elsewhere;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.trial.TrialStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * The files that a coordinator leaves, printed in its log: to get them takes no right but to read logs, also when the
 * pod has ended. A checksum shows a log that was cut: a kubelet keeps 10 MiB, about an hour of latencies.
 */
public record TrialBundle(Map<String, byte[]> files) {

    /** The trial or the floor, as JSON. */
    public static final String RESULT = "result.json";

    /** What the service told of itself and its machine at the end, as JSON; absent where it had ended. */
    public static final String SERVICE = "service.json";

    /** With it begins a line of the log that says what is being done. */
    public static final String PHASE = "BIRDSEYE phase ";

    private static final String BEGIN = "BIRDSEYE files-begin";
    private static final String END = "BIRDSEYE files-end ";
    private static final Pattern PRINTED = Pattern.compile("(?s)" + BEGIN + "\\R(.*?)\\R?" + END + "([0-9a-f]{64})");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final int MAX_FILES = 100;
    private static final int MAX_BYTES = 64 << 20;

    public TrialBundle {
        files = new TreeMap<>(files);
    }

    /** The regular files of a folder, without those of folders in it. */
    static TrialBundle of(List<Path> files) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        for (Path file : files) {
            contents.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
        return new TrialBundle(contents);
    }

    /** Prints them between two lines of its own. */
    public void print(PrintStream out) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(zipped)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        byte[] bytes = zipped.toByteArray();
        out.println(BEGIN);
        out.println(Base64.getMimeEncoder(1_000, System.lineSeparator().getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes));
        out.println(END + TrialStore.digest(bytes));
        out.flush();
    }

    /** What the last line of a log says is being done; it is empty before the first line. Files follow the last phase. */
    public static String told(String lastLine) {
        if (lastLine.isEmpty()) {
            return "starting";
        }
        return lastLine.startsWith(PHASE) ? lastLine.substring(PHASE.length()) : "fetching what was measured";
    }

    public static boolean isIn(String log) {
        return log.contains(END);
    }

    /** @throws TrialFailure if the log holds no files, or not all of them */
    public static TrialBundle find(String log) throws TrialFailure {
        Matcher printed = PRINTED.matcher(log);
        if (!printed.find()) {
            throw new TrialFailure(log.contains(END)
                    ? "the log of the coordinator was cut at its beginning: the node keeps less of it than the trial's files"
                            + " need (the kubelet's containerLogMaxSize)"
                    : "the coordinator left no figures; its last lines: " + lastLines(log));
        }
        byte[] zipped = Base64.getMimeDecoder().decode(printed.group(1));
        if (!TrialStore.digest(zipped).equals(printed.group(2))) {
            throw new TrialFailure("the figures in the coordinator's log are damaged: their checksum is another one");
        }
        try {
            return new TrialBundle(unzipped(zipped));
        } catch (IOException e) {
            throw new TrialFailure("the figures in the coordinator's log cannot be read: " + e.getMessage(), e);
        }
    }

    private static String lastLines(String log) {
        List<String> lines = log.lines().toList();
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    private static Map<String, byte[]> unzipped(byte[] zipped) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        int left = MAX_BYTES;
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(zipped))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!NAME.matcher(entry.getName()).matches() || files.size() == MAX_FILES) {
                    throw new IOException("'" + entry.getName() + "' is no file of a trial");
                }
                byte[] content = zip.readNBytes(left);
                left -= content.length;
                if (zip.read() != -1) {
                    throw new IOException("they have more than " + (MAX_BYTES >> 20) + " MB");
                }
                files.put(entry.getName(), content);
            }
        }
        return files;
    }
}
