package io.birdseye.loadtest.light;

import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.TextTemplate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request as it goes over the wire; one without ranges is written once. */
final class RequestBytes {

    private final Request request;
    private final Function<Long, ByteBuf> bytes;

    RequestBytes(Request request, long seed) {
        this.request = request;
        URI origin = request.origin();
        TextTemplate url = new TextTemplate(request.url());
        boolean accepts = request.headers().stream().anyMatch(header -> header.name().equalsIgnoreCase("Accept"));
        List<TextTemplate> headers = Stream.concat(
                        Stream.of("Host: " + origin.getRawAuthority() + (accepts ? "" : "\r\nAccept: */*")),
                        request.headersOfAll().stream().map(header -> header.name() + ": " + header.value()))
                .map(line -> new TextTemplate(line + "\r\n"))
                .toList();
        TextTemplate body = request.body() == null ? null : new TextTemplate(request.body());
        Function<Long, ByteBuf> drawn = number -> drawn(url.draw(seed, number), headers, body, seed, number);
        boolean fixed = Stream.concat(Stream.of(request.url(), String.valueOf(request.body())), request.headers().stream().map(Request.Header::value))
                .noneMatch(text -> text.contains("${"));
        if (fixed) {
            ByteBuf once = drawn.apply(0L);
            ByteBuf direct = Unpooled.unreleasableBuffer(Unpooled.directBuffer(once.readableBytes()).writeBytes(once)).asReadOnly();
            bytes = _ -> direct.duplicate();
        } else {
            bytes = drawn;
        }
    }

    private ByteBuf drawn(String url, List<TextTemplate> headers, @Nullable TextTemplate body, long seed, long number) {
        URI address = URI.create(url);
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        StringBuilder head = new StringBuilder(request.method()).append(' ').append(path)
                .append(address.getRawQuery() == null ? "" : "?" + address.getRawQuery()).append(" HTTP/1.1\r\n");
        headers.forEach(header -> head.append(header.draw(seed, number)));
        byte[] content = body == null ? new byte[0] : body.draw(seed, number).getBytes(StandardCharsets.UTF_8);
        if (body != null || request.method().matches("POST|PUT|PATCH")) {
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        return Unpooled.wrappedBuffer(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8), content);
    }

    Request request() {
        return request;
    }

    /** Whether it may be sent again after a connection has failed that had stood idle. */
    boolean isIdempotent() {
        return !request.method().matches("POST|PATCH");
    }

    ByteBuf of(long number) {
        return bytes.apply(number);
    }
}
