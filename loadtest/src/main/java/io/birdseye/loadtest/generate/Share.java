package io.birdseye.loadtest.generate;

/** One injector's part of a load that several offer together; its index counts from 0. */
public record Share(int index, int count) {

    private static final int MAX = 1_000;

    public static final Share WHOLE = new Share(0, 1);

    public Share {
        if (count < 1 || count > MAX) {
            throw new IllegalArgumentException("there may be 1 to " + MAX + " injectors, but are " + count);
        }
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("an index must be between 0 and " + (count - 1) + ", but is " + index);
        }
    }

    /** For people: {@code 2 of 4}. */
    public String number() {
        return index + 1 + " of " + count;
    }

    /** The number among those of all injectors of a thing that this one counts from 0. */
    public long global(long own) {
        return own * count + index;
    }

    /** Of so many things that are dealt out in turn, how many this injector gets. */
    long of(long all) {
        return all <= index ? 0 : (all - 1 - index) / count + 1;
    }
}
