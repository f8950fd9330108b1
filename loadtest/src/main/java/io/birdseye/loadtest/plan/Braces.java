package io.birdseye.loadtest.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Braces that make variants, as in curl: {@code {a,b}} stands for a text with {@code a} and one with {@code b} in its
 * place, and several braces for every combination. A backslash before a brace or a comma takes its meaning away;
 * <code>${1..10}</code> is left as it is, see {@link TextTemplate}.
 */
public final class Braces {

    /** More variants than these cannot be compared in a reasonable time. */
    public static final int MAX = 50;

    private Braces() {}

    /** One choice of all braces, and the texts with it. */
    public record Choice(List<String> chosen, List<String> texts) {

        public Choice {
            chosen = List.copyOf(chosen);
            texts = List.copyOf(texts);
        }
    }

    /** A piece of a text: one string, or what braces offer in its place. */
    private record Piece(List<String> alternatives, boolean braces) {}

    /**
     * All combinations, the last braces changing fastest.
     *
     * @throws IllegalArgumentException if braces are unequal, nested or have an alternative twice, or if there are
     *     more than {@value #MAX} combinations
     */
    public static List<Choice> expand(List<String> texts) {
        List<Choice> choices = List.of(new Choice(List.of(), List.of()));
        for (String text : texts) {
            choices = choices.stream().map(choice -> new Choice(choice.chosen(), with(choice.texts(), ""))).toList();
            for (Piece piece : pieces(text)) {
                choices = choices.stream()
                        .flatMap(choice -> piece.alternatives().stream().map(one -> new Choice(
                                piece.braces() ? with(choice.chosen(), one) : choice.chosen(), longer(choice.texts(), one))))
                        .toList();
                if (choices.size() > MAX) {
                    throw new IllegalArgumentException("braces make more than " + MAX + " variants");
                }
            }
        }
        return choices;
    }

    private static List<String> with(List<String> list, String last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }

    private static List<String> longer(List<String> texts, String more) {
        return with(texts.subList(0, texts.size() - 1), texts.getLast() + more);
    }

    private static List<Piece> pieces(String text) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char next = text.charAt(at);
            if (escaped(text, at)) {
                literal.append(text.charAt(at + 1));
                at += 2;
            } else if (text.startsWith("${", at)) {
                int end = text.indexOf('}', at);
                int past = end < 0 ? text.length() : end + 1;
                literal.append(text, at, past);
                at = past;
            } else if (next == '}') {
                throw refusal(text, "closes braces that are not open", at);
            } else if (next == '{') {
                pieces.add(new Piece(List.of(literal.toString()), false));
                literal.setLength(0);
                List<String> alternatives = new ArrayList<>();
                at = alternatives(text, at, alternatives);
                pieces.add(new Piece(alternatives, true));
            } else {
                literal.append(next);
                at++;
            }
        }
        pieces.add(new Piece(List.of(literal.toString()), false));
        return pieces;
    }

    /** Reads {@code {a,b}}, and returns where the text goes on. */
    private static int alternatives(String text, int open, List<String> alternatives) {
        StringBuilder one = new StringBuilder();
        int at = open + 1;
        while (at < text.length()) {
            char next = text.charAt(at);
            if (escaped(text, at)) {
                one.append(text.charAt(at + 1));
                at++;
            } else if (next == '{') {
                throw refusal(text, "opens braces within braces", at);
            } else if (next == ',' || next == '}') {
                if (alternatives.contains(one.toString())) {
                    throw refusal(text, "opens braces that have an alternative twice", open);
                }
                alternatives.add(one.toString());
                one.setLength(0);
                if (next == '}') {
                    return at + 1;
                }
            } else {
                one.append(next);
            }
            at++;
        }
        throw refusal(text, "opens braces that are not closed", open);
    }

    private static boolean escaped(String text, int at) {
        return text.charAt(at) == '\\' && at + 1 < text.length() && "{},".indexOf(text.charAt(at + 1)) >= 0;
    }

    private static IllegalArgumentException refusal(String text, String what, int at) {
        return new IllegalArgumentException("character " + (at + 1) + " of '" + text + "' " + what);
    }

    /** A name for files and tables: letters, digits, points and hyphens; {@code service} where nothing was chosen. */
    static String name(List<String> chosen) {
        String name = chosen.stream()
                .map(one -> one.isEmpty() ? "none" : one)
                .collect(Collectors.joining("-"))
                .replaceAll("[^A-Za-z0-9.]+", "-")
                .replaceAll("^[-.]+|-+$", "");
        return name.isEmpty() ? "service" : name.substring(0, Math.min(name.length(), Request.LONGEST_NAME));
    }
}
