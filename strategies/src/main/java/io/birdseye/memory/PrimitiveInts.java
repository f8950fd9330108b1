package io.birdseye.memory;

/** An array of {@code int}: the products lie side by side. */
@SuppressWarnings("ArrayRecordComponent") // private to this package, never compared
record PrimitiveInts(int[] elements) implements SharedList {

    static PrimitiveInts ofSize(int size) {
        int[] elements = new int[size];
        for (int i = 0; i < size; i++) {
            elements[i] = i % PERIOD + 1;
        }
        return new PrimitiveInts(elements);
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public Product loop(int factor) {
        int[] products = new int[elements.length];
        long checksum = 0;
        for (int i = 0; i < products.length; i++) {
            products[i] = elements[i] * factor;
            checksum += products[i];
        }
        return new Product(factor, products.length, checksum);
    }
}
