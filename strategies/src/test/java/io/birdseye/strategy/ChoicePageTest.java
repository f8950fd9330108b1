package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/how-to/choose-a-strategy.md}, compiled from the page; the plain Java of it runs. */
class ChoicePageTest {

    private static final Path PAGE = Path.of("..", "docs", "how-to", "choose-a-strategy.md");

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer shop;
    private URLClassLoader page;

    @BeforeEach
    void compileAndServe() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        DocumentedPlugin.compile(DocumentedPlugin.sources(Files.readString(PAGE), folder), classes);
        page = new URLClassLoader(new URL[] {classes.toUri().toURL()}, ChoicePageTest.class.getClassLoader());
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.setExecutor(threads);
        shop.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestURI().getPath().getBytes(UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        shop.start();
    }

    @AfterEach
    void close() throws IOException {
        shop.stop(0);
        threads.shutdownNow();
        page.close();
    }

    private AutoCloseable create(String name) throws ReflectiveOperationException {
        URI address = URI.create("http://127.0.0.1:" + shop.getAddress().getPort());
        return (AutoCloseable) page.loadClass("com.example." + name).getConstructor(URI.class).newInstance(address);
    }

    @Test
    void thePlainJavaOfThePageAnswersWithAllBodies() throws Exception {
        try (AutoCloseable blocking = create("ProductPage");
                AutoCloseable futures = create("ProductFutures")) {
            assertThat(blocking.getClass().getMethod("of", int.class).invoke(blocking, 7)).isEqualTo("/cart/stock/offers/prices");
            assertThat(((CompletableFuture<?>) futures.getClass().getMethod("of", int.class).invoke(futures, 7))
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo("/cart/stock/offers/prices");
        }
    }

    @Test
    void anUpstreamThatCannotBeReachedIsAFailureAndNoAnswer() throws Exception {
        try (AutoCloseable blocking = create("ProductPage")) {
            shop.stop(0);

            assertThat(catchThrowable(() -> blocking.getClass().getMethod("of", int.class).invoke(blocking, 7)))
                    .rootCause().isInstanceOf(IOException.class);
        }
    }

    @Test
    void theFrameworksOfThePageAreThere() throws Exception {
        assertThat(page.loadClass("com.example.ProductController")).isNotNull();
        assertThat(page.loadClass("com.example.ProductResource")).isNotNull();
    }
}
