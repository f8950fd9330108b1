package com.example.shop;

import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * The basket page of one user. The parameter {@code strategy} chooses how its four calls are made. The names of the
 * components say which bean is meant.
 */
@RestController
record BasketController(
        BlockingBaskets pooledBaskets, BlockingBaskets virtualBaskets, FutureBaskets futureBaskets,
        ReactiveBaskets reactiveBaskets) {

    @GetMapping(path = "/basket", params = "strategy=executor")
    Basket onPool(@RequestParam int user) throws InterruptedException {
        return pooledBaskets.basket(user);
    }

    @GetMapping(path = "/basket", params = "strategy=virtual-threads")
    Basket onVirtualThreads(@RequestParam int user) throws InterruptedException {
        return virtualBaskets.basket(user);
    }

    @GetMapping(path = "/basket", params = "strategy=completable-future")
    CompletableFuture<Basket> byFutures(@RequestParam int user) {
        return futureBaskets.basket(user);
    }

    @GetMapping(path = "/basket", params = "strategy=web-client")
    Mono<Basket> byWebClient(@RequestParam int user) {
        return reactiveBaskets.basket(user);
    }
}
