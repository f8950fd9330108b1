package io.birdseye.service.tomcat;

import io.birdseye.model.Callers;
import io.birdseye.service.server.Admission;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.RequestHead;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.SecurityContext;
import java.net.URI;
import java.security.Principal;
import java.util.Collections;
import java.util.function.Consumer;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Admits each request on the thread that has read it, and runs Jersey on an HTTP thread. Every request is asynchronous for
 * Tomcat, since admission is. Jersey's own servlet is not used: it would hold Tomcat's thread.
 */
final class JerseyServlet extends HttpServlet {

    /** Resources see paths only. */
    private static final String BASE = "http://service";

    /** No request says who sent it. */
    private record Anonymous() implements SecurityContext {

        @Override
        public @Nullable Principal getUserPrincipal() {
            return null;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public @Nullable String getAuthenticationScheme() {
            return null;
        }
    }

    private final transient ApplicationHandler jersey;
    private final transient Admission admission;
    private final transient Callers callers;
    private final transient Consumer<String> refusals;

    JerseyServlet(HttpHost.Behind behind, Admission admission) {
        jersey = new ApplicationHandler(behind.resources());
        this.admission = admission;
        callers = behind.settings().callers();
        refusals = behind.refusals();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) {
        TomcatExchange exchange = new TomcatExchange(request, response);
        try {
            RequestHead.endsConnection(head(request), callers);
        } catch (Problem e) {
            refusals.accept(e.reason());
            response.setHeader("Connection", "close");
            exchange.answer(e);
            return;
        }
        // Threads that begin here go on after Tomcat has ended, and its class loader with it.
        Thread reader = Thread.currentThread();
        ClassLoader tomcats = reader.getContextClassLoader();
        reader.setContextClassLoader(JerseyServlet.class.getClassLoader());
        try {
            admission.admit(exchange, () ->
                    admission.serve(exchange, () -> jersey.handle(forJersey(exchange)), exchange::answer));
        } finally {
            reader.setContextClassLoader(tomcats);
        }
    }

    /** The head anew, for the rules that are the same for all servers. */
    private static String head(HttpServletRequest request) {
        StringBuilder head = new StringBuilder(256);
        head.append(request.getMethod()).append(' ').append(target(request)).append(' ').append(request.getProtocol());
        for (String name : Collections.list(request.getHeaderNames())) {
            for (String value : Collections.list(request.getHeaders(name))) {
                head.append("\r\n").append(name).append(": ").append(value);
            }
        }
        return head.append("\r\n\r\n").toString();
    }

    private static String target(HttpServletRequest request) {
        String query = request.getQueryString();
        return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
    }

    /** @throws IllegalArgumentException if the address is no URI */
    private ContainerRequest forJersey(TomcatExchange exchange) {
        HttpServletRequest request = exchange.request();
        ContainerRequest asked = new ContainerRequest(
                URI.create(BASE + "/"), URI.create(BASE + target(request)), request.getMethod(), new Anonymous(),
                new MapPropertiesDelegate(), jersey.getConfiguration());
        asked.setProperty(Exchange.PROPERTY, exchange);
        for (String name : Collections.list(request.getHeaderNames())) {
            asked.headers(name, Collections.list(request.getHeaders(name)));
        }
        asked.setWriter(exchange);
        return asked;
    }
}
