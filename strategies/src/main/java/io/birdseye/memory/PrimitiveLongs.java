package io.birdseye.memory;

/** An array of {@code long}: the products lie side by side. */
@SuppressWarnings("ArrayRecordComponent") // private to this package, never compared
record PrimitiveLongs(long[] elements) implements SharedList {

    static PrimitiveLongs ofSize(int size) {
        long[] elements = new long[size];
        for (int i = 0; i < size; i++) {
            elements[i] = i % PERIOD + 1;
        }
        return new PrimitiveLongs(elements);
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public Product loop(int factor) {
        long[] products = new long[elements.length];
        long checksum = 0;
        for (int i = 0; i < products.length; i++) {
            products[i] = elements[i] * factor;
            checksum += products[i];
        }
        return new Product(factor, products.length, checksum);
    }
}
