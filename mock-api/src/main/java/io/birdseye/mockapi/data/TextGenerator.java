package io.birdseye.mockapi.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.StringJoiner;

/** Made-up texts from a list of plain words, the same for the same seed. */
final class TextGenerator {

    private static final List<String> WORDS = words();
    private static final List<String> PERSONS = List.of(
            "Ada Albrecht", "Bela Bergman", "Carla Castell", "Dmitri Dornfeld", "Esra Eriksen", "Farid Fontane",
            "Greta Grieg", "Hugo Holm", "Imani Ilves", "Jonas Jansson");

    private final SplittableRandom random;

    TextGenerator(long seed) {
        random = new SplittableRandom(seed);
    }

    private static List<String> words() {
        try (InputStream in = Objects.requireNonNull(TextGenerator.class.getResourceAsStream("words.txt"))) {
            return List.of(new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\\s"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String word() {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    /** From {@code least} to {@code most} words in small letters. */
    String title(int least, int most) {
        StringJoiner title = new StringJoiner(" ");
        for (int words = number(least, most); words > 0; words--) {
            title.add(word());
        }
        return title.toString();
    }

    /** Lines of six to ten words; the line ends are escaped as JSON needs them. */
    String paragraph(int lines) {
        StringJoiner paragraph = new StringJoiner("\\n");
        for (int left = lines; left > 0; left--) {
            paragraph.add(title(6, 10));
        }
        return paragraph.toString();
    }

    /** The name of one of ten persons, counted from 1. */
    String person(int id) {
        return PERSONS.get((id - 1) % PERSONS.size());
    }

    String capitalised() {
        String word = word();
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** A host that cannot exist: the top-level domain {@code .example} is reserved (RFC 2606). */
    String host() {
        return word() + ".example";
    }

    int number(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    String hex(int digits) {
        return HexFormat.of().toHexDigits(random.nextLong(1L << (4 * digits)), digits);
    }

    /** A latitude or a longitude with four decimals. */
    String degrees(int most) {
        return String.format(Locale.ROOT, "%.4f", number(-most * 10_000, most * 10_000) / 10_000.0);
    }
}
