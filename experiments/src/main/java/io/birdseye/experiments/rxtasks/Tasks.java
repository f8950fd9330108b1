package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.measure.AtOnce;
import io.birdseye.experiments.measure.Coroutines;
import io.birdseye.experiments.rxtasks.TaskRun.Library;
import io.reactivex.Completable;
import io.reactivex.Scheduler;
import io.reactivex.Single;
import io.reactivex.SingleEmitter;
import io.reactivex.schedulers.Schedulers;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Runs tasks of one HTTP call and two database operations, all started at once, and waits for all of them. */
record Tasks(OkHttpClient client, Request request, TaskStore store) {

    private static final int BOUNDED_THREADS = 64;

    Tasks(OkHttpClient client, String url, TaskStore store) {
        this(client, new Request.Builder().url(url).build(), store);
    }

    /** @throws Exception the first failure of any task */
    void run(Library library, int count) throws Exception {
        switch (library) {
            case RX_EXECUTE -> AtOnce.merged(count, task -> blocking(task, Schedulers.io()));
            case RX_BOUNDED -> {
                try (ExecutorService pool = Executors.newFixedThreadPool(BOUNDED_THREADS)) {
                    Scheduler bounded = Schedulers.from(pool);
                    AtOnce.merged(count, task -> blocking(task, bounded));
                }
            }
            case RX_ENQUEUE -> AtOnce.merged(count, task -> Single.create(this::enqueue)
                    .observeOn(Schedulers.io())
                    .doOnSuccess(body -> store.keepAndRead(body, task))
                    .ignoreElement());
            case COROUTINES -> Coroutines.stored(count, task -> client.newCall(request), store::keepAndRead);
            case VIRTUAL -> {
                Semaphore calls = new Semaphore(client.dispatcher().getMaxRequestsPerHost());
                try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                    AtOnce.on(executor, count, task -> {
                        store.keepAndRead(body(calls), task);
                        return task;
                    });
                }
            }
        }
    }

    private Completable blocking(int task, Scheduler scheduler) {
        return Completable.fromAction(() -> store.keepAndRead(body(), task)).subscribeOn(scheduler);
    }

    private void enqueue(SingleEmitter<String> emitter) {
        Call call = client.newCall(request);
        emitter.setCancellable(call::cancel);
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException e) {
                emitter.tryOnError(e);
            }

            @Override
            public void onResponse(Call answered, Response response) throws IOException {
                try (response) {
                    emitter.onSuccess(response.body().string());
                }
            }
        });
    }

    private String body(Semaphore calls) throws InterruptedException, IOException {
        calls.acquire();
        try {
            return body();
        } finally {
            calls.release();
        }
    }

    private String body() throws IOException {
        try (Response response = client.newCall(request).execute()) {
            return response.body().string();
        }
    }
}
