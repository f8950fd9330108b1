package io.birdseye.service.api;

import io.birdseye.service.server.ProblemType;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The types of problems, at the addresses that problem documents name: for people, as plain text. */
@Path("problems")
public final class ProblemsResource {

    private static final String TEXT = "text/plain; charset=utf-8";

    @GET
    public Response list() {
        return text(Arrays.stream(ProblemType.values())
                .map(type -> type.uri() + "  " + type.title())
                .collect(Collectors.joining("\n")));
    }

    @GET
    @Path("{type}")
    public Response describe(@PathParam("type") String label) {
        ProblemType type = ProblemType.of(label).orElseThrow(NotFoundException::new);
        String statuses = type.statuses().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return text("%s (%s)\n\n%s\n\nWhat to do: %s".formatted(type.title(), statuses, type.meaning(), type.remedy()));
    }

    private static Response text(String text) {
        return Response.ok((text + "\n").getBytes(StandardCharsets.UTF_8), TEXT).build();
    }
}
