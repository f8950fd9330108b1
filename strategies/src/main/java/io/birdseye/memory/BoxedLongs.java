package io.birdseye.memory;

import java.util.ArrayList;
import java.util.List;

/** A list of {@code Long} objects, as published: every product is a new object. */
record BoxedLongs(List<Long> elements) implements SharedList {

    static BoxedLongs ofSize(int size) {
        List<Long> elements = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            elements.add((long) (i % PERIOD + 1));
        }
        return new BoxedLongs(elements);
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public Product loop(int factor) {
        List<Long> products = new ArrayList<>(elements.size());
        long checksum = 0;
        for (Long element : elements) {
            Long product = element * factor;
            products.add(product);
            checksum += product;
        }
        return new Product(factor, products.size(), checksum);
    }
}
