package io.birdseye.experiments.claim;

/** The five articles whose claims are re-run. */
public enum Article {
    BV("A bird's-eye view on Java concurrency frameworks"),
    FJ("Fork/join framework vs. parallel streams vs. ExecutorService: the ultimate benchmark"),
    RX("Coroutine RxJava2 performance comparison"),
    AN("Rx, coroutines and executors on Android: which multithreading framework is the fastest?"),
    TR("Exploring truths of concurrency and parallelism");

    private final String title;

    Article(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
