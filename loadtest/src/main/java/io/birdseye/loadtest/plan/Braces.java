package io.birdseye.loadtest.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Braces that make variants, as in curl: {@code {a,b}} stands for {@code a} and {@code b}, several braces for every
 * combination. A backslash takes their meaning away; a range of {@link TextTemplate} is left as it is.
 */
public final class Braces {

    /** More variants than these cannot be compared in a reasonable time. */
    public static final int MAX = 50;

    /** What a backslash takes the meaning of, a range as a whole, or any other character. */
    private static final Pattern TOKEN = Pattern.compile("\\\\([{},])|\\$\\{[^}]*}?|.", Pattern.DOTALL);

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
     * All combinations, the last braces changing fastest; {@link IllegalArgumentException} for wrong or too many ones.
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
        List<String> alternatives = null;
        int open = 0;
        for (Matcher token = TOKEN.matcher(text); token.find(); ) {
            String found = token.group();
            if (token.group(1) != null) {
                literal.append(token.group(1));
            } else if (alternatives == null && found.equals("}")) {
                throw refusal(text, "closes braces that are not open", token.start());
            } else if (alternatives == null && found.equals("{")) {
                pieces.add(new Piece(List.of(literal.toString()), false));
                literal.setLength(0);
                alternatives = new ArrayList<>();
                open = token.start();
            } else if (alternatives != null && found.contains("{")) {
                throw refusal(text, "opens braces within braces", token.start() + found.indexOf('{'));
            } else if (alternatives != null && (found.equals(",") || found.equals("}"))) {
                if (alternatives.contains(literal.toString())) {
                    throw refusal(text, "opens braces that have an alternative twice", open);
                }
                alternatives.add(literal.toString());
                literal.setLength(0);
                if (found.equals("}")) {
                    pieces.add(new Piece(alternatives, true));
                    alternatives = null;
                }
            } else {
                literal.append(found);
            }
        }
        if (alternatives != null) {
            throw refusal(text, "opens braces that are not closed", open);
        }
        pieces.add(new Piece(List.of(literal.toString()), false));
        return pieces;
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
