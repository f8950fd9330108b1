package io.birdseye.experiments.claim;

import java.net.URI;
import java.util.Optional;

/**
 * The five articles whose claims are re-run. What is not known of one is empty: its copy does not say it. None was
 * measured on a machine like those of Birdseye, so what does not happen here is not said to be wrong there.
 */
public enum Article {
    BV(
            "A bird's-eye view on Java concurrency frameworks", "Vijay Kasiviswanathan, PayPal Technology Blog",
            "8 February 2019",
            "https://medium.com/paypal-engineering/a-birds-eye-view-on-java-concurrency-frameworks-5072fd3a8759", ""),
    FJ(
            "Fork/join framework vs. parallel streams vs. ExecutorService: the ultimate benchmark",
            "Takipi; translated by deepinmind", "January 2015", "https://www.harness.io/blog/the-ultimate-fork-join-benchmark",
            "Amazon EC2 c3.2xlarge with 8 virtual cores"),
    RX(
            "Coroutine RxJava2 performance comparison", "cramsan", "2 April 2022",
            "https://cramsan.com/2022/04/02/coroutines-rxjava2-perf.html",
            "two phones, and an emulator on a desktop with 12 cores"),
    AN("Rx, coroutines and executors on Android: which multithreading framework is the fastest?", "", "", "",
            "an Android device with 8 CPU threads"),
    TR("Exploring truths of concurrency and parallelism", "", "", "", "a phone with 8 cores of several kinds");

    private final String title;
    private final String author;
    private final String published;
    private final String address;
    private final String machine;

    Article(String title, String author, String published, String address, String machine) {
        this.title = title;
        this.author = author;
        this.published = published;
        this.address = address;
        this.machine = machine;
    }

    public String title() {
        return title;
    }

    /** Author and date, as far as they are known; else empty. */
    public String source() {
        return author.isEmpty() ? "" : author + ", " + published;
    }

    /** The machine of its figures, in a sentence. */
    public String measuredOn() {
        return machine.isEmpty() ? "The article does not name its machine." : "The article measured on " + machine + ".";
    }

    /** Where it can be read. */
    public Optional<URI> address() {
        return address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
    }
}
