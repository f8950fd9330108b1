package io.birdseye.service.tomcat;

import io.birdseye.service.server.Admission;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.RequestHead;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Tomcat with its NIO connector. A few threads read requests and admit them, as Grizzly's selector threads do; the service's
 * own HTTP threads run Jersey, so threads, queue and deadline are the same under both servers. What differs is said in
 * the decision record "A second HTTP server".
 */
public final class TomcatHost implements HttpHost {

    /** Called by the service loader. */
    public static final class Provider implements HttpHost.Provider {

        @Override
        public String name() {
            return "tomcat";
        }

        @Override
        public HttpHost start(Behind behind) throws IOException {
            return new TomcatHost(behind);
        }
    }

    /** Logs every start and stop. The field keeps the logger, and so its level, from being collected. */
    private static final Logger LIBRARY = Logger.getLogger("org.apache");

    private static final Duration IDLE_CONNECTION = Duration.ofMinutes(5);

    /** Java's URI refuses them, and the answer says so; Tomcat would close the connection without a word. */
    private static final String NOT_IN_AN_ADDRESS = "\"<>[\\]^`{|}";

    private final Admission admission;
    private final ExecutorService readers;
    private final Path folder;
    private final Tomcat tomcat = new Tomcat();

    private TomcatHost(Behind behind) throws IOException {
        LIBRARY.setLevel(Level.WARNING);
        HttpHost.Settings settings = behind.settings();
        admission = new Admission(behind);
        readers = Executors.newFixedThreadPool(
                settings.threads().selectors(), Thread.ofPlatform().name("selector-", 1).daemon().factory());
        // It insists on one, and writes nothing into it.
        folder = Files.createTempDirectory("birdseye-tomcat");
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector(behind));
        if (tomcat.getHost() instanceof StandardHost host) {
            host.setErrorReportValveClass(ProblemReports.class.getName());
        }
        Context context = tomcat.addContext("", folder.toString());
        if (context instanceof StandardContext only) {
            // It looks for what an application that is taken out of a running server would leave behind, and complains of
            // flags that the JVM lacks for it.
            only.setClearReferencesRmiTargets(false);
            only.setClearReferencesThreadLocals(false);
        }
        JerseyServlet servlet = new JerseyServlet(behind, admission);
        Tomcat.addServlet(context, "jersey", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/", "jersey");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            close();
            throw new IOException(rootOf(e).getMessage(), e);
        }
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private Connector connector(Behind behind) throws IOException {
        HttpHost.Settings settings = behind.settings();
        Http11NioProtocol protocol = new Http11NioProtocol();
        protocol.setAddress(InetAddress.getByName(settings.host()));
        protocol.setExecutor(readers);
        protocol.setAcceptCount(settings.backlog());
        protocol.setMaxConnections(behind.descriptors().connections());
        protocol.setTcpNoDelay(true);
        protocol.setMaxKeepAliveRequests(-1);
        protocol.setKeepAliveTimeout((int) IDLE_CONNECTION.toMillis());
        // One setting for a head that does not come and for an answer that is not taken.
        protocol.setConnectionTimeout(
                (int) Math.max(settings.times().head().toMillis(), settings.times().answer().toMillis()));
        protocol.setMaxHttpRequestHeaderSize(RequestHead.MAX_BYTES);
        protocol.setRelaxedPathChars(NOT_IN_AN_ADDRESS);
        protocol.setRelaxedQueryChars(NOT_IN_AN_ADDRESS);
        Connector connector = new Connector(protocol);
        connector.setPort(settings.port());
        connector.setAllowTrace(true);
        connector.setAsyncTimeout(0);
        connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        return connector;
    }

    @Override
    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public boolean drain(Duration grace) throws InterruptedException {
        return admission.drain(grace);
    }

    @Override
    public void close() {
        admission.closeEvents();
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            LIBRARY.log(Level.WARNING, "Tomcat did not end as it should", e);
        }
        admission.close();
        readers.shutdownNow();
        ExpandWar.delete(folder.toFile());
    }

    /** What Tomcat refuses by itself gets a problem instead of a page in HTML. Tomcat creates it by name. */
    public static final class ProblemReports extends ErrorReportValve {

        @Override
        protected void report(Request request, Response response, @Nullable Throwable failure) {
            if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
                return;
            }
            try {
                byte[] json = Problem.status(response.getStatus()).json(request.getRequestURI());
                response.setContentType(Problem.MEDIA_TYPE);
                response.setHeader(HttpHeaders.CACHE_CONTROL, Exchange.NOT_STORED);
                // Its own encoding is Latin-1 unless the type says another; the document is ASCII but for the path.
                response.setCharacterEncoding(StandardCharsets.UTF_8.name());
                response.getReporter().write(new String(json, StandardCharsets.UTF_8));
                response.finishResponse();
            } catch (IOException | IllegalStateException e) {
                LoggerFactory.getLogger(ProblemReports.class).debug("a refusal could not be written", e);
            }
        }
    }
}
