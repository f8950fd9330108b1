package io.birdseye.memory;

import java.util.ArrayList;
import java.util.List;

/** A list of {@code Integer} objects, as published: every product is a new object. */
record BoxedInts(List<Integer> elements) implements SharedList {

    static BoxedInts ofSize(int size) {
        List<Integer> elements = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            elements.add((int) (i % PERIOD + 1));
        }
        return new BoxedInts(elements);
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public Product loop(int factor) {
        List<Integer> products = new ArrayList<>(elements.size());
        long checksum = 0;
        for (Integer element : elements) {
            Integer product = element * factor;
            products.add(product);
            checksum += product;
        }
        return new Product(factor, products.size(), checksum);
    }
}
