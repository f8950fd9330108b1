package io.birdseye.loadtest.light;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The connections of one loop to one origin, opened as they are needed; free ones are kept. All of it runs on that loop. */
final class Connections {

    /** More at once would overflow the queue of a listening socket. */
    private static final int MAX_OPENING = 256;

    private static final HttpDecoderConfig DECODER =
            new HttpDecoderConfig().setMaxHeaderSize(64 << 10).setMaxChunkSize(64 << 10).setValidateHeaders(false);

    private final LightLoop loop;
    private final Bootstrap bootstrap;
    private final InetSocketAddress address;
    private final @Nullable SslContext tls;
    private final int most;
    private final Deque<Connection> free = new ArrayDeque<>();

    /** That have begun, and wait for a connection that is being opened. */
    private final Deque<LightRequest> waiting = new ArrayDeque<>();

    /** That have not begun, since all connections are taken. */
    private final Deque<LightRequest> backlog = new ArrayDeque<>();

    private int inFlight;
    private int opening;

    Connections(LightLoop loop, Bootstrap bootstrap, URI origin, int most) {
        this.loop = loop;
        this.bootstrap = bootstrap;
        this.most = most;
        boolean secure = origin.getScheme().equalsIgnoreCase("https");
        address = new InetSocketAddress(origin.getHost().replaceAll("^\\[|]$", ""), origin.getPort() >= 0 ? origin.getPort() : secure ? 443 : 80);
        try {
            tls = secure ? SslContextBuilder.forClient().build() : null;
        } catch (SSLException e) {
            throw new UncheckedIOException(e);
        }
    }

    void offer(LightRequest asked) {
        if (inFlight >= most) {
            backlog.add(asked);
            return;
        }
        inFlight++;
        loop.begins(asked);
        Connection connection = free.poll();
        if (connection != null) {
            connection.send(asked);
        } else {
            waiting.add(asked);
            open();
        }
    }

    void sendNoMore() {
        backlog.clear();
    }

    /** The time of a request is over, whether it has an answer or not. */
    void giveUp(LightRequest asked) {
        if (!asked.isOver()) {
            ended(asked, "timeout");
            if (asked.channel != null) {
                asked.channel.close();
            }
        }
    }

    private void ended(LightRequest asked, @Nullable String error) {
        asked.isOverNow();
        inFlight--;
        loop.ended(asked, error);
        if (inFlight < most && !backlog.isEmpty()) {
            offer(backlog.remove());
        }
    }

    private @Nullable LightRequest nextWaiting() {
        LightRequest next = waiting.poll();
        while (next != null && next.isOver()) {
            next = waiting.poll();
        }
        return next;
    }

    private void open() {
        while (opening < Math.min(waiting.size(), MAX_OPENING)) {
            opening++;
            Connection connection = new Connection();
            bootstrap.clone().handler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel channel) {
                    if (tls != null) {
                        channel.pipeline().addLast(tls.newHandler(channel.alloc(), address.getHostString(), address.getPort()));
                    }
                    channel.pipeline().addLast(connection.decoder(), connection);
                }
            }).connect(address).addListener(connected -> {
                if (!connected.isSuccess()) {
                    notOpened();
                }
            });
        }
    }

    private void notOpened() {
        opening--;
        LightRequest asked = nextWaiting();
        if (asked != null) {
            ended(asked, "connection");
        }
        open();
    }

    private final class Connection extends SimpleChannelInboundHandler<HttpObject> {

        private @Nullable Channel channel;
        private @Nullable LightRequest asked;
        private boolean opened;
        private boolean hasAnswered;
        private boolean informational;
        private boolean keepsAlive;

        HttpResponseDecoder decoder() {
            return new HttpResponseDecoder(DECODER) {
                @Override
                protected boolean isContentAlwaysEmpty(HttpMessage message) {
                    return asked != null && asked.request.request().method().equals("HEAD") || super.isContentAlwaysEmpty(message);
                }
            };
        }

        void send(LightRequest next) {
            Channel open = requireNonNull(channel, "it is open");
            asked = next;
            next.channel = open;
            open.writeAndFlush(next.request.of(next.number), open.voidPromise());
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            if (tls == null) {
                isOpen();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
                isOpen();
            }
        }

        private void isOpen() {
            opening--;
            opened = true;
            loop.connected();
            isFree();
            open();
        }

        private void isFree() {
            LightRequest next = nextWaiting();
            if (next == null) {
                free.push(this);
            } else {
                send(next);
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            LightRequest current = asked;
            if (current == null || current.isOver() || !message.decoderResult().isSuccess()) {
                context.close();
                return;
            }
            if (message instanceof HttpResponse head) {
                informational = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
                if (!informational) {
                    keepsAlive = HttpUtil.isKeepAlive(head);
                    current.head(head);
                }
            }
            if (message instanceof HttpContent part && !informational) {
                if (!current.content(part.content())) {
                    ended(current, "too-large");
                    context.close();
                } else if (part instanceof LastHttpContent) {
                    answered(context, current);
                }
            }
        }

        private void answered(ChannelHandlerContext context, LightRequest current) {
            asked = null;
            hasAnswered = true;
            if (keepsAlive) {
                isFree();
            } else {
                context.close();
            }
            ended(current, current.error());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!opened) {
                notOpened();
                return;
            }
            LightRequest current = asked;
            asked = null;
            if (current == null) {
                boolean _ = free.remove(this);
            } else if (hasAnswered && !current.hasAnswer() && !current.retried && current.request.isIdempotent() && !current.isOver()) {
                // The service has closed an idle connection at the moment in which it was used again.
                current.retried = true;
                waiting.addFirst(current);
                open();
            } else if (!current.isOver()) {
                ended(current, "connection");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
