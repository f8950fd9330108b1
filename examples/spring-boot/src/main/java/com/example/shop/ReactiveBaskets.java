package com.example.shop;

import io.netty.channel.ChannelOption;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** {@link WebClient}: no thread waits. The connection pool bounds the calls on the wire, a semaphore those that wait. */
@Component
class ReactiveBaskets implements AutoCloseable {

    private final ConnectionProvider connections;
    private final Semaphore places;
    private final WebClient client;
    private final Entries entries;
    private final ShopSettings settings;

    ReactiveBaskets(WebClient.Builder builder, Entries entries, ShopSettings settings) {
        this.entries = entries;
        this.settings = settings;
        places = new Semaphore(settings.calls() + settings.waiting());
        connections = ConnectionProvider.builder("shop")
                .maxConnections(settings.calls())
                .pendingAcquireMaxCount(-1) // bounded by the places: they tell a full queue from a broken connection
                .pendingAcquireTimeout(settings.deadline())
                .build();
        HttpClient http = HttpClient.create(connections)
                .followRedirect(false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(settings.connectTimeout().toMillis()))
                .responseTimeout(settings.deadline());
        client = builder.baseUrl(settings.upstream().toString())
                .clientConnector(new ReactorClientHttpConnector(http))
                .codecs(codecs -> codecs.defaultCodecs()
                        .maxInMemorySize(Math.toIntExact(settings.maxBody().toBytes())))
                .build();
    }

    /** Fails with the {@link UpstreamFailure} of the first call that failed; the others are cancelled then. */
    Mono<Basket> basket(int user) {
        return Flux.fromArray(Call.values())
                .flatMapSequential(call -> fetch(call, user))
                .collectList()
                .map(lists -> Basket.of(user, lists))
                .timeout(settings.deadline())
                .onErrorMap(TimeoutException.class, e -> UpstreamFailure.deadline());
    }

    private Mono<List<Entry>> fetch(Call call, int user) {
        return Mono.defer(() -> places.tryAcquire()
                ? onTheWire(call, user).doFinally(end -> places.release())
                : Mono.error(new RejectedExecutionException("too many calls wait")));
    }

    private Mono<List<Entry>> onTheWire(Call call, int user) {
        return client.get()
                .uri(Call.URI, call.path(), user)
                .exchangeToMono(response -> body(call, response))
                .map(body -> entries.parse(call, body))
                .onErrorMap(failure -> failure(call, failure));
    }

    private static Mono<byte[]> body(Call call, ClientResponse response) {
        return response.statusCode().value() == 200
                ? response.bodyToMono(byte[].class).defaultIfEmpty(new byte[0])
                : Mono.error(UpstreamFailure.failed(call, "it answered " + response.statusCode().value()));
    }

    private static Throwable failure(Call call, Throwable failure) {
        if (failure instanceof UpstreamFailure) {
            return failure;
        }
        for (Throwable e = failure; e != null; e = e.getCause() == e ? null : e.getCause()) {
            if (e instanceof DataBufferLimitException) {
                return UpstreamFailure.failed(call, "its body is too large");
            }
        }
        return UpstreamFailure.isTimeout(failure) ? UpstreamFailure.timeout(call, failure) : UpstreamFailure.failed(call, failure);
    }

    @Override
    public void close() {
        connections.dispose();
    }
}
