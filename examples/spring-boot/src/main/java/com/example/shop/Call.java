package com.example.shop;

import java.util.Locale;

/** The calls that a basket page is made of. */
enum Call {
    CART,
    STOCK,
    OFFERS,
    RECOMMENDATIONS;

    static final String URI = "/{call}?user={user}";

    /** The path below the upstream's address. */
    String path() {
        return name().toLowerCase(Locale.ROOT);
    }
}
