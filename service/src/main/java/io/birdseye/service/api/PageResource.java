package io.birdseye.service.api;

import io.birdseye.service.server.ProblemType;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Serves what people read: the front page and the files beside it, and the types of problems as plain text, at the addresses
 * that problem documents name. The page gets all its data from this API, and its content security policy forbids requests
 * to other hosts.
 */
@Path("/")
public final class PageResource {

    private static final String POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    private static final String INDEX = "index.html";
    private static final Map<String, String> TYPES = Map.of(
            INDEX, "text/html; charset=utf-8",
            "style.css", "text/css; charset=utf-8",
            "front.js", "text/javascript; charset=utf-8",
            "waterfall.js", "text/javascript; charset=utf-8",
            "waterfall.css", "text/css; charset=utf-8",
            "icon.svg", "image/svg+xml");

    @GET
    public Response index() {
        return file(INDEX);
    }

    @GET
    @Path("page/{file}")
    public Response file(@PathParam("file") String file) {
        String type = TYPES.get(file);
        if (type == null) {
            throw new NotFoundException();
        }
        try (InputStream in = PageResource.class.getResourceAsStream("page/" + file)) {
            return Response.ok(Objects.requireNonNull(in, file).readAllBytes(), type)
                    .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                    .header("Content-Security-Policy", POLICY)
                    .header("X-Content-Type-Options", "nosniff")
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @GET
    @Path("problems")
    public Response problems() {
        return text(Arrays.stream(ProblemType.values())
                .map(type -> type.uri() + "  " + type.title())
                .collect(Collectors.joining("\n")));
    }

    @GET
    @Path("problems/{type}")
    public Response problem(@PathParam("type") String label) {
        ProblemType type = ProblemType.of(label).orElseThrow(NotFoundException::new);
        String statuses = type.statuses().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return text("%s (%s)\n\n%s\n\nWhat to do: %s".formatted(type.title(), statuses, type.meaning(), type.remedy()));
    }

    private static Response text(String text) {
        return Response.ok((text + "\n").getBytes(StandardCharsets.UTF_8), "text/plain; charset=utf-8").build();
    }
}
