package io.birdseye.loadtest.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Braces that make variants, as in curl: {@code {a,b}} stands for a text with {@code a} and one with {@code b} in its
 * place, and several braces for every combination. A backslash before a brace or a comma takes its meaning away;
 * <code>${1..10}</code> is left as it is, see {@link DrawnText}.
 */
public final class Braces {

    /** More variants than these cannot be compared in a reasonable time. */
    public static final int MOST = 50;

    private Braces() {}

    /**
     * One choice of all braces.
     *
     * @param chosen what was taken of each pair of braces
     * @param texts the texts with it
     */
    public record Choice(List<String> chosen, List<String> texts) {

        public Choice {
            chosen = List.copyOf(chosen);
            texts = List.copyOf(texts);
        }

        private Choice withText(List<String> more, String text) {
            List<String> allChosen = new ArrayList<>(chosen);
            allChosen.addAll(more);
            List<String> allTexts = new ArrayList<>(texts);
            allTexts.add(text);
            return new Choice(allChosen, allTexts);
        }
    }

    /** A text up to some place, and what was taken of its braces. */
    private record Prefix(String text, List<String> chosen) {

        Prefix with(String literal) {
            return new Prefix(text + literal, chosen);
        }

        Prefix choosing(String alternative) {
            List<String> all = new ArrayList<>(chosen);
            all.add(alternative);
            return new Prefix(text + alternative, all);
        }
    }

    /**
     * All combinations, the last braces changing fastest.
     *
     * @throws IllegalArgumentException if braces are unequal, nested or have an alternative twice, or if there are
     *     more than {@value #MOST} combinations
     */
    public static List<Choice> expand(List<String> texts) {
        List<Choice> choices = List.of(new Choice(List.of(), List.of()));
        for (String text : texts) {
            List<Prefix> expanded = expand(text);
            choices = choices.stream()
                    .flatMap(choice -> expanded.stream().map(one -> choice.withText(one.chosen(), one.text())))
                    .toList();
            requireFew(choices.size());
        }
        return choices;
    }

    private static List<Prefix> expand(String text) {
        List<Prefix> all = List.of(new Prefix("", List.of()));
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
                String before = literal.toString();
                literal.setLength(0);
                List<String> alternatives = new ArrayList<>();
                at = alternatives(text, at, alternatives);
                all = all.stream()
                        .flatMap(prefix -> alternatives.stream().map(one -> prefix.with(before).choosing(one)))
                        .toList();
                requireFew(all.size());
            } else {
                literal.append(next);
                at++;
            }
        }
        String rest = literal.toString();
        return all.stream().map(prefix -> prefix.with(rest)).toList();
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
                alternatives.add(one.toString());
                one.setLength(0);
                if (next == '}') {
                    return closed(text, open, at, alternatives);
                }
            } else {
                one.append(next);
            }
            at++;
        }
        throw refusal(text, "opens braces that are not closed", open);
    }

    private static int closed(String text, int open, int close, List<String> alternatives) {
        if (alternatives.stream().distinct().count() < alternatives.size()) {
            throw refusal(text, "opens braces that have an alternative twice", open);
        }
        return close + 1;
    }

    private static boolean escaped(String text, int at) {
        return text.charAt(at) == '\\' && at + 1 < text.length() && "{},".indexOf(text.charAt(at + 1)) >= 0;
    }

    private static IllegalArgumentException refusal(String text, String what, int at) {
        return new IllegalArgumentException("character " + (at + 1) + " of '" + text + "' " + what);
    }

    private static void requireFew(int variants) {
        if (variants > MOST) {
            throw new IllegalArgumentException("braces make more than " + MOST + " variants");
        }
    }

    /** A name for files and tables: letters, digits, points and hyphens; {@code service} where nothing was chosen. */
    static String name(List<String> chosen) {
        String name = chosen.stream()
                .map(one -> one.isEmpty() ? "none" : one)
                .collect(Collectors.joining("-"))
                .replaceAll("[^A-Za-z0-9.]+", "-")
                .replaceAll("^[-.]+|-+$", "");
        return name.isEmpty() ? "service" : name.substring(0, Math.min(name.length(), TargetRequest.LONGEST_NAME));
    }
}
