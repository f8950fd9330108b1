package io.birdseye.loadtest.generate;

import static io.birdseye.loadtest.SettingReader.refusal;

/**
 * One injector's part of a load that several offer together.
 *
 * @param index counts from 0
 * @param count how many injectors there are
 */
public record Share(int index, int count) {

    /** The only injector. */
    public static final Share WHOLE = new Share(0, 1);

    public Share {
        if (count < 1 || count > 10_000) {
            throw refusal("birdseye.shareCount", count, "between 1 and 10000");
        }
        if (index < 0 || index >= count) {
            throw refusal("birdseye.shareIndex", index, "between 0 and " + (count - 1));
        }
    }

    /** Of so many things that are dealt out in turn, how many this injector gets. */
    long of(long all) {
        return all <= index ? 0 : (all - 1 - index) / count + 1;
    }
}
