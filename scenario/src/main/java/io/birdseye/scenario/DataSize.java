package io.birdseye.scenario;

/** An amount of data. Units are decimal: 1 kB is 1,000 bytes, 1 MB is 1,000,000. */
public record DataSize(long bytes) {

    public static final DataSize NONE = new DataSize(0);

    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size must be at least 0 bytes, but is " + bytes);
        }
    }

    public double megabytes() {
        return bytes / 1e6;
    }
}
