package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.model.Budget;
import io.birdseye.strategy.catalog.JavaStrategies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The code of the pages on the library and on choosing a strategy, compiled from them and run against a server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HowToPagesTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String ANSWER = "{\"userId\":7,\"basket\":[\"cart\",\"stock\"],"
            + "\"suggestions\":[\"offers\",\"recommendations\"]}";

    private final AtomicInteger statusOfStock = new AtomicInteger(200);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer shop;
    private URLClassLoader page;

    @BeforeAll
    void compileAndServe(@TempDir Path folder) throws IOException {
        List<Path> sources = new ArrayList<>();
        // The contract's test is over the strategies of the other page.
        for (String name : List.of("how-to/library.md", "maintainers/own-strategy.md", "how-to/choose-a-strategy.md")) {
            sources.addAll(DocumentedPlugin.sources(Files.readString(DOCS.resolve(name)), folder));
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        DocumentedPlugin.compile(sources, classes);
        page = new URLClassLoader(new URL[] {classes.toUri().toURL()}, HowToPagesTest.class.getClassLoader());
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.setExecutor(threads);
        shop.createContext("/", exchange -> {
            try (exchange) {
                String path = exchange.getRequestURI().getPath();
                byte[] body = ("\"" + path.substring(1) + "\"").getBytes(UTF_8);
                exchange.sendResponseHeaders(path.equals("/stock") ? statusOfStock.get() : 200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        shop.start();
    }

    @AfterAll
    void close() throws IOException {
        shop.stop(0);
        threads.shutdownNow();
        page.close();
    }

    @Test
    void everyClassOfThePagesIsThere() throws Exception {
        for (String name : List.of(
                "ShopUpstreams", "BasketPage", "FewLibraries", "BasketController", "MyStrategiesTest", "ProductController", "ProductResource")) {
            assertThat(page.loadClass("com.example." + name)).isNotNull();
        }
        assertThat(page.loadClass("com.example.MyStrategiesTest")).isAssignableTo(StrategyContract.class);
    }

    @Test
    void thePlainJavaOfThePageAnswersWithEveryStrategy() throws Exception {
        try (StrategyHost host = host();
                AutoCloseable basket = basketPage(page, host)) {
            for (StrategyEntry strategy : new JavaStrategies().entries()) {
                Overview answer = (Overview) of(basket, strategy.name()).get(60, TimeUnit.SECONDS);

                assertThat(new String(answer.json(), UTF_8)).as(strategy.name()).isEqualTo(ANSWER);
            }
        }
    }

    @Test
    void anUpstreamThatFailsComesOutAsItsFailure() throws Exception {
        statusOfStock.set(500);
        try (StrategyHost host = host();
                AutoCloseable basket = basketPage(page, host)) {
            for (String strategy : List.of("sequential", "executor", "virtual-threads", "http-async", "reactor")) {
                CompletableFuture<?> answer = of(basket, strategy);

                assertThat(catchThrowable(() -> answer.get(60, TimeUnit.SECONDS)).getCause())
                        .isInstanceOfSatisfying(
                                UpstreamFailure.class, failure -> assertThat(failure.upstream()).isEqualTo("stock"));
            }
        } finally {
            statusOfStock.set(200);
        }
    }

    /** A class loader without any library finds what the page says is enough. */
    @Test
    void pickedStrategiesNeedNoLibraryOfTheOthers() throws Exception {
        URL[] enough = {page.getURLs()[0], place(StrategyHost.class), place(Budget.class)};
        try (URLClassLoader alone = new URLClassLoader(enough, ClassLoader.getPlatformClassLoader());
                AutoCloseable host = (AutoCloseable)
                        alone.loadClass("com.example.FewLibraries").getMethod("host").invoke(null);
                AutoCloseable basket = basketPage(alone, host)) {
            for (String strategy : List.of("virtual-threads", "http-async")) {
                Object answer = of(basket, strategy).get(60, TimeUnit.SECONDS);
                byte[] json = (byte[]) answer.getClass().getMethod("json").invoke(answer);

                assertThat(new String(json, UTF_8)).as(strategy).isEqualTo(ANSWER);
            }
        }
    }

    @Test
    void thePlainJavaOfTheChoiceAnswersWithAllBodies() throws Exception {
        try (AutoCloseable blocking = product("ProductPage", shop.getAddress().getPort());
                AutoCloseable futures = product("ProductFutures", shop.getAddress().getPort())) {
            assertThat(of(blocking)).isEqualTo("\"cart\"\"stock\"\"offers\"\"prices\"");
            assertThat(((CompletableFuture<?>) of(futures)).get(60, TimeUnit.SECONDS)).isEqualTo(of(blocking));
        }
    }

    @Test
    void anUpstreamThatCannotBeReachedIsAFailureAndNoAnswer() throws Exception {
        int gone;
        try (ServerSocket closed = new ServerSocket(0)) {
            gone = closed.getLocalPort();
        }
        try (AutoCloseable blocking = product("ProductPage", gone)) {
            assertThat(catchThrowable(() -> of(blocking))).rootCause().isInstanceOf(IOException.class);
        }
    }

    private AutoCloseable product(String name, int port) throws ReflectiveOperationException {
        return (AutoCloseable) page.loadClass("com.example." + name)
                .getConstructor(URI.class).newInstance(URI.create("http://127.0.0.1:" + port));
    }

    private static Object of(AutoCloseable product) throws ReflectiveOperationException {
        return product.getClass().getMethod("of", int.class).invoke(product, 7);
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static StrategyHost host() {
        return new StrategyHost(Shape.TWO_BY_TWO, new Budget(64, 2, 200));
    }

    private AutoCloseable basketPage(ClassLoader loader, AutoCloseable host) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + shop.getAddress().getPort());
        return (AutoCloseable) loader.loadClass("com.example.BasketPage")
                .getConstructor(loader.loadClass(StrategyHost.class.getName()), URI.class, Duration.class)
                .newInstance(host, address, Duration.ofMinutes(5));
    }

    private static CompletableFuture<?> of(AutoCloseable basket, String strategy) throws Exception {
        return (CompletableFuture<?>)
                basket.getClass().getMethod("of", int.class, String.class).invoke(basket, 7, strategy);
    }
}
