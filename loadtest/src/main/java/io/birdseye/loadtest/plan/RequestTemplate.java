package io.birdseye.loadtest.plan;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request as a command line has it, with {@link Braces} that make variants in the address, in headers, and in the
 * name of the body's file, whose content has ranges only. Without a method it is GET or, with a body, POST.
 */
public record RequestTemplate(
        String url, Optional<String> method, List<String> headers, Optional<String> bodyFile, Expectation expectation) {

    private static final long MAX_BODY_BYTES = 1 << 20;

    public RequestTemplate {
        headers = List.copyOf(headers);
    }

    /** A single one without braces. An {@link IllegalArgumentException} says what is allowed. */
    public List<Request> variants() {
        List<String> texts = new ArrayList<>(List.of(url));
        texts.addAll(headers);
        bodyFile.ifPresent(texts::add);
        List<Braces.Choice> choices = Braces.expand(texts);
        Map<String, String> bodies = new HashMap<>();
        Set<String> names = new HashSet<>();
        List<Request> requests = new ArrayList<>();
        for (Braces.Choice choice : choices) {
            List<String> chosen = choice.texts();
            List<Request.Header> parsed = chosen.subList(1, 1 + headers.size()).stream().map(Request.Header::parse).toList();
            String body = bodyFile.isEmpty() ? null : bodies.computeIfAbsent(chosen.getLast(), RequestTemplate::read);
            requests.add(new Request(
                    unused(Braces.name(choice.chosen()), names), method.orElse(body == null ? "GET" : "POST"),
                    chosen.getFirst(), parsed, body, expectation));
        }
        return requests;
    }

    /** Alternatives that differ in characters that a name does not have are told apart by a number. */
    private static String unused(String name, Set<String> names) {
        String unused = name;
        for (int i = 2; !names.add(unused); i++) {
            unused = name.substring(0, Math.min(name.length(), Request.LONGEST_NAME - 4)) + "-" + i;
        }
        return unused;
    }

    /** The body that a file holds, 1 MiB of UTF-8 at most. */
    public static String read(String file) {
        Path path = Path.of(file);
        try {
            if (Files.size(path) > MAX_BODY_BYTES) {
                throw new IllegalArgumentException("the body '" + file + "' has " + Files.size(path)
                        + " bytes, but allowed are " + MAX_BODY_BYTES);
            }
            return Files.readString(path);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file '" + file + "' for the body", e);
        } catch (MalformedInputException e) {
            throw new IllegalArgumentException("the body '" + file + "' is not text in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the body '" + file + "' cannot be read: " + e.getMessage(), e);
        }
    }
}
