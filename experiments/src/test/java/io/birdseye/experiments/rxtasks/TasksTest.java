package io.birdseye.experiments.rxtasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.birdseye.experiments.rxtasks.TaskRun.Library;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TasksTest {

    private static final int COUNT = 60;

    @TempDir
    private Path folder;

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();
    private ExecutorService threads;
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        threads = Executors.newVirtualThreadPerTaskExecutor();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(threads);
        server.createContext("/users", exchange -> {
            peak.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            byte[] body = ("answer " + calls.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
            atOnce.decrementAndGet();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(Library.class)
    void everyLibraryMakesOneCallAndKeepsOneAnswerForEachTask(Library library) throws Exception {
        try (Tasks.Store store = new Tasks.Store(folder.resolve("tasks.db"))) {
            new Tasks(TaskRun.client(5), url("/users"), store).run(library, COUNT);

            assertThat(calls).hasValue(COUNT);
            assertThat(store.size()).isEqualTo(COUNT);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Library.class, names = {"RX_ENQUEUE", "COROUTINES", "VIRTUAL"})
    void theLimitForEachHostIsKept(Library library) throws Exception {
        try (Tasks.Store store = new Tasks.Store(folder.resolve("tasks.db"))) {
            new Tasks(TaskRun.client(3), url("/users"), store).run(library, COUNT);
        }

        assertThat(peak.get()).isBetween(1, 3);
    }

    @ParameterizedTest
    @EnumSource(Library.class)
    void anUnreachableServerFailsTheRun(Library library) throws Exception {
        server.stop(0);
        OkHttpClient client = TaskRun.client(5);
        try (Tasks.Store store = new Tasks.Store(folder.resolve("tasks.db"))) {
            assertThatThrownBy(() -> new Tasks(client, url("/users"), store).run(library, 3))
                    .hasStackTraceContaining("Connect");
        }
    }

    @Test
    void theSameTaskTwiceIsRefusedByTheDatabase() throws Exception {
        try (Tasks.Store store = new Tasks.Store(folder.resolve("tasks.db"))) {
            store.keepAndRead("one", 1);

            assertThatThrownBy(() -> store.keepAndRead("two", 1)).hasMessageContaining("task 1");
        }
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }
}
