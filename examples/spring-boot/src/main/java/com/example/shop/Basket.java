package com.example.shop;

import java.util.List;

/** The page, and how many entries it has. */
record Basket(
        int user, int total, List<Entry> cart, List<Entry> stock, List<Entry> offers, List<Entry> recommendations) {

    /** @param lists in the order of {@link Call} */
    static Basket of(int user, List<List<Entry>> lists) {
        int total = lists.stream().mapToInt(List::size).sum();
        return new Basket(user, total, lists.get(0), lists.get(1), lists.get(2), lists.get(3));
    }
}
