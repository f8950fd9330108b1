package io.birdseye.loadtest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.birdseye.loadtest.gatling.PlainEngine;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.ParentProcess;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs with the outside of the real ones, for JVMs of their own. */
public final class FakePrograms {

    private FakePrograms() {}

    /**
     * All of them and an injector without Gatling: they start fast, and few jars are read for their provenance.
     *
     * @param flags of their JVMs, for a test that has to tell its programs from those of others
     */
    public static Programs all(String... flags) {
        return new Programs(
                JavaProgram.thisJava(), Path.of(""), program(Mock.class, flags), program(Service.class, flags),
                program(PlainEngine.class, flags));
    }

    private static JavaProgram program(Class<?> main, String... flags) {
        String needed = Stream.of(JavaProgram.ofThisClassPath(main).classPath().split(File.pathSeparator))
                .filter(entry -> !entry.endsWith(".jar") || entry.matches(".*/(birdseye|jackson|HdrHistogram|netty)[^/]*"))
                .collect(Collectors.joining(File.pathSeparator));
        return new JavaProgram(
                main.getName(), needed, Stream.concat(Stream.of("-XX:TieredStopAtLevel=1"), Stream.of(flags)).toList());
    }

    /** A service that answers at once and all by itself. */
    public static final class Service {
        public static void main(String[] args) throws Exception {
            ParentProcess.endWithParent();
            if (List.of(args).contains("--http-server=none")) {
                throw new IllegalArgumentException("--http-server must be one of some, but is none");
            }
            FakeService service = new FakeService(0, 20);
            System.out.println("some words before");
            System.out.println("service ready on " + service.url());
        }
    }

    /** A mock that nobody asks for data. Its delays are off by 1.5 ms. */
    public static final class Mock {
        public static void main(String[] args) throws Exception {
            ParentProcess.endWithParent();
            if (!List.of(args).containsAll(List.of("--delay", "20000us", "--seed"))) {
                throw new IllegalArgumentException("unexpected arguments " + List.of(args));
            }
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            byte[] report = "{\"count\":100,\"p99Us\":1500}".getBytes(UTF_8);
            server.createContext("/__admin/delay-error", exchange -> {
                try (exchange) {
                    boolean reset = exchange.getRequestMethod().equals("DELETE");
                    exchange.sendResponseHeaders(reset ? 204 : 200, reset ? -1 : report.length);
                    if (!reset) {
                        exchange.getResponseBody().write(report);
                    }
                }
            });
            server.start();
            System.out.println("mock-api ready on http://127.0.0.1:" + server.getAddress().getPort());
        }
    }
}
