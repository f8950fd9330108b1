package io.birdseye.model;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes damaged and hostile texts out of right ones: one to three changes each, drawn from a seed, so that a failure can
 * be repeated. How many a test tries says the system property {@code birdseye.mutations}, the seed
 * {@code birdseye.seed}.
 */
public final class Mutations {

    private static final long SEED = Long.getLong("birdseye.seed", 25);
    private static final int LONGEST = 20;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<String> pieces;

    /** @param pieces what may be put anywhere: what has a meaning in such a text, or is too much of something */
    public Mutations(List<String> pieces) {
        this.pieces = pieces;
    }

    /** How many texts to try, where nobody says another number. */
    public static int count(int byDefault) {
        return Integer.getInteger("birdseye.mutations", byDefault);
    }

    /** One of these texts, changed. */
    public String of(List<String> texts) {
        StringBuilder mutated = new StringBuilder(texts.get(random.nextInt(texts.size())));
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int from = random.nextInt(mutated.length());
            int to = Math.min(mutated.length(), from + random.nextInt(1, LONGEST));
            String piece = pieces.get(random.nextInt(pieces.size()));
            switch (random.nextInt(5)) {
                case 0 -> mutated.setCharAt(from, (char) random.nextInt(256));
                case 1 -> mutated.insert(from, piece);
                case 2 -> mutated.delete(from, to);
                case 3 -> mutated.insert(from, mutated.substring(from, to));
                default -> mutated.replace(from, to, piece);
            }
            if (mutated.isEmpty()) {
                mutated.append('x');
            }
        }
        return mutated.toString();
    }
}
