package io.birdseye.mockapi;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Breaks an answer on the wire. HTTP servers take care never to send such bytes, so this goes around Vert.x and its
 * encoder to the Netty channel below.
 */
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
    static void apply(Fault fault, HttpConnection connection, SplittableRandom random) {
        ChannelHandlerContext beforeEncoder = channel(connection).pipeline().firstContext();
        switch (fault) {
            case EMPTY_RESPONSE -> close(beforeEncoder);
            case MALFORMED_RESPONSE_CHUNK -> writeAndClose(
                    beforeEncoder, Unpooled.wrappedBuffer(HEAD, garbage(random)));
            case RANDOM_DATA_THEN_CLOSE -> writeAndClose(beforeEncoder, Unpooled.wrappedBuffer(garbage(random)));
            case CONNECTION_RESET_BY_PEER -> {
                // Closing a socket that lingers for no time drops what is unsent and sends a reset, not a FIN.
                beforeEncoder.channel().config().setOption(ChannelOption.SO_LINGER, 0);
                close(beforeEncoder);
            }
        }
    }

    private static void writeAndClose(ChannelHandlerContext context, ByteBuf bytes) {
        // Whether it arrives is the client's business; the connection ends either way.
        ChannelFuture _ = context.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE);
    }

    private static void close(ChannelHandlerContext context) {
        ChannelFuture _ = context.close();
    }

    /** The first byte is neither a letter nor a digit, so this is never a status line or the size of a chunk. */
    private static byte[] garbage(SplittableRandom random) {
        byte[] bytes = new byte[GARBAGE_BYTES];
        random.nextBytes(bytes);
        bytes[0] |= (byte) 0x80;
        return bytes;
    }

    private static Channel channel(HttpConnection connection) {
        return ((HttpServerConnection) connection).channelHandlerContext().channel();
    }
}
