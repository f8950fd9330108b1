package com.example.shop;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The limits are the same for all four ways, so that they can be compared.
 *
 * @param upstream where the services behind the shop are
 * @param calls how many calls may be on the wire at once, over all requests
 * @param waiting how many calls may wait for their turn; the next one is refused
 * @param connectTimeout for a connection to an upstream
 * @param deadline of one request; a call that is not answered by then is given up
 * @param maxBody the largest body that is read from an upstream
 */
@ConfigurationProperties("shop")
public record ShopSettings(
        URI upstream, @DefaultValue("64") int calls, @DefaultValue("256") int waiting,
        @DefaultValue("1500ms") Duration connectTimeout, @DefaultValue("2s") Duration deadline,
        @DefaultValue("1MB") DataSize maxBody) {}
