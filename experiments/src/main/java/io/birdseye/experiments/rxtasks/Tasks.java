package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.rxtasks.TaskRun.Library;
import io.reactivex.Completable;
import io.reactivex.Scheduler;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Runs tasks of one HTTP call and two database operations, all started at once, and waits for all of them. */
final class Tasks {

    private static final int BOUNDED_THREADS = 64;

    private final OkHttpClient client;
    private final Request request;
    private final TaskStore store;

    Tasks(OkHttpClient client, String url, TaskStore store) {
        this.client = client;
        this.request = new Request.Builder().url(url).build();
        this.store = store;
    }

    /** @throws Exception the first failure of any task */
    void run(Library library, int count) throws Exception {
        switch (library) {
            case RX_EXECUTE -> all(count, task -> executed(task, Schedulers.io()));
            case RX_BOUNDED -> {
                try (ExecutorService pool = Executors.newFixedThreadPool(BOUNDED_THREADS)) {
                    Scheduler bounded = Schedulers.from(pool);
                    all(count, task -> executed(task, bounded));
                }
            }
            case RX_ENQUEUE -> all(count, task -> kept(enqueued().observeOn(Schedulers.io()), task));
            case COROUTINES -> CoroutineJobs.run(count, task -> client.newCall(request), store::keepAndRead);
            case VIRTUAL -> virtual(count, client.dispatcher().getMaxRequestsPerHost());
        }
    }

    private static void all(int count, IntFunction<Completable> task) {
        Completable.merge(IntStream.range(0, count).mapToObj(task).toList()).blockingAwait();
    }

    private Completable executed(int task, Scheduler scheduler) {
        return kept(Single.fromCallable(this::body), task).subscribeOn(scheduler);
    }

    private Completable kept(Single<String> answer, int task) {
        return answer.doOnSuccess(body -> store.keepAndRead(body, task)).ignoreElement();
    }

    private Single<String> enqueued() {
        return Single.create(emitter -> {
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
        });
    }

    private void virtual(int count, int atOnce) throws InterruptedException, ExecutionException {
        Semaphore calls = new Semaphore(atOnce);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int task = i;
                all.add(executor.submit(() -> {
                    store.keepAndRead(body(calls), task);
                    return task;
                }));
            }
            for (Future<?> future : all) {
                future.get();
            }
        }
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
