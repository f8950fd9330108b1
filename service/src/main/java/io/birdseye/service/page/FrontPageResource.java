package io.birdseye.service.page;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Serves the front page and the files that it loads. The page asks the API for everything that it shows, and its
 * content security policy lets it ask nobody else.
 */
@Path("/")
public final class FrontPageResource {

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
        return Response.ok(read(file), type)
                .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .build();
    }

    private static byte[] read(String file) {
        try (InputStream in = FrontPageResource.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
