package io.birdseye.experiments.claim;

import java.net.URI;
import java.util.Optional;

/** The five articles whose claims are re-run. What is not known of one is empty: its copy does not say it. */
public enum Article {
    BV(
            "A bird's-eye view on Java concurrency frameworks", "Vijay Kasiviswanathan, PayPal Technology Blog",
            "8 February 2019",
            "https://medium.com/paypal-engineering/a-birds-eye-view-on-java-concurrency-frameworks-5072fd3a8759"),
    FJ(
            "Fork/join framework vs. parallel streams vs. ExecutorService: the ultimate benchmark",
            "Takipi; translated by deepinmind", "January 2015", "https://www.harness.io/blog/the-ultimate-fork-join-benchmark"),
    RX(
            "Coroutine RxJava2 performance comparison", "cramsan", "2 April 2022",
            "https://cramsan.com/2022/04/02/coroutines-rxjava2-perf.html"),
    AN("Rx, coroutines and executors on Android: which multithreading framework is the fastest?", "", "", ""),
    TR("Exploring truths of concurrency and parallelism", "", "", "");

    private final String title;
    private final String author;
    private final String published;
    private final String address;

    Article(String title, String author, String published, String address) {
        this.title = title;
        this.author = author;
        this.published = published;
        this.address = address;
    }

    public String title() {
        return title;
    }

    /** Author and date, as far as they are known; else empty. */
    public String source() {
        return author.isEmpty() ? "" : author + ", " + published;
    }

    /** Where it can be read. */
    public Optional<URI> address() {
        return address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
    }
}
