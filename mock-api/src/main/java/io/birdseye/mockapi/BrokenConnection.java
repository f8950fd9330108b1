package io.birdseye.mockapi;

import io.birdseye.model.Fault;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Breaks an answer: writes what an HTTP server never sends to the Netty channel below Vert.x and its encoder. */
final class BrokenConnection {

    private static final int GARBAGE_BYTES = 64;
    private static final byte[] HEAD = """
            HTTP/1.1 200 OK\r
            content-type: application/json; charset=utf-8\r
            transfer-encoding: chunked\r
            \r
            """.getBytes(StandardCharsets.US_ASCII);

    private BrokenConnection() {}

    /** @param random where the bytes that are not HTTP come from */
    static void apply(Fault fault, HttpConnection connection, RandomGenerator random) {
        ChannelHandlerContext beforeEncoder = ((HttpServerConnection) connection)
                .channelHandlerContext()
                .channel()
                .pipeline()
                .firstContext();
        ByteBuf bytes = switch (fault) {
            case EMPTY_RESPONSE, CONNECTION_RESET_BY_PEER -> Unpooled.EMPTY_BUFFER;
            case MALFORMED_RESPONSE_CHUNK -> Unpooled.wrappedBuffer(HEAD, garbage(random));
            case RANDOM_DATA_THEN_CLOSE -> Unpooled.wrappedBuffer(garbage(random));
        };
        if (fault == Fault.CONNECTION_RESET_BY_PEER) {
            // Closing a socket that lingers for no time drops what is unsent and sends a reset, not a FIN.
            beforeEncoder.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
        // A write that fails needs no answer: the connection is closed in both cases.
        ChannelFuture _ = beforeEncoder.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE);
    }

    /** The first byte is neither a letter nor a digit, so this is never a status line or the size of a chunk. */
    private static byte[] garbage(RandomGenerator random) {
        byte[] bytes = new byte[GARBAGE_BYTES];
        random.nextBytes(bytes);
        bytes[0] |= (byte) 0x80;
        return bytes;
    }
}
