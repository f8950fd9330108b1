package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.plan.AnswerProbe;
import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Closes a connection whose answer is too large to be kept: Gatling collects a body whose content is checked, however
 * large, which would end the injector. Bytes count as they come over the wire, one answer at a time. Netty finds this
 * class in {@code META-INF/services} where {@link #EXTENSIONS_SYSTEM_PROPERTY} is {@code serviceload}.
 */
public final class AnswerLimit extends ChannelInitializerExtension {

    /** Of memory for all answers that are being received; beyond it, the larger ones among them are given up. */
    private static final long MAX_MEMORY_BYTES = 256L << 20;

    private static final long SMALL_BYTES = 1L << 20;

    private static final AtomicLong GIVEN_UP = new AtomicLong();

    /** Whether a request without an answer may be one whose answer was too large; each of these is told once. */
    static boolean takeGivenUp() {
        return GIVEN_UP.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    @Override
    public void postInitializeClientChannel(Channel channel) {
        channel.pipeline().addFirst(new Counter());
    }

    private static final class Counter extends ChannelDuplexHandler {

        private long bytes;
        private boolean givenUp;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            bytes = 0;
            context.write(message, promise);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            long before = bytes;
            bytes += message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
            boolean tooLarge = bytes > AnswerProbe.MAX_BODY_BYTES
                    || bytes / SMALL_BYTES > before / SMALL_BYTES && memory(context) > MAX_MEMORY_BYTES;
            if (tooLarge && !givenUp) {
                givenUp = true;
                GIVEN_UP.incrementAndGet();
                context.close();
            }
            context.fireChannelRead(message);
        }

        private static long memory(ChannelHandlerContext context) {
            return context.alloc() instanceof ByteBufAllocatorMetricProvider provider
                    ? provider.metric().usedDirectMemory() + provider.metric().usedHeapMemory()
                    : 0;
        }
    }
}
