package com.example.shop;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who runs the calls. */
@Configuration(proxyBeanMethods = false)
class Pools {

    /** Refuses a call when its queue is full. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService callPool(ShopSettings settings) {
        return new ThreadPoolExecutor(
                settings.calls(), settings.calls(), 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(settings.waiting()),
                Thread.ofPlatform().name("call-pool-", 1).factory());
    }

    @Bean
    BlockingBaskets pooledBaskets(ExecutorService callPool, BlockingUpstream upstream, ShopSettings settings) {
        return new BlockingBaskets(callPool, upstream, settings);
    }

    @Bean
    BlockingBaskets virtualBaskets(BlockingUpstream upstream, ShopSettings settings) {
        return new BlockingBaskets(new BoundedVirtualThreads(settings.calls(), settings.waiting()), upstream, settings);
    }

    @Bean
    FutureBaskets futureBaskets(ExecutorService callPool, BlockingUpstream upstream, ShopSettings settings) {
        return new FutureBaskets(callPool, upstream, settings);
    }
}
