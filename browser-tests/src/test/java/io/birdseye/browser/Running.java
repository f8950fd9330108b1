package io.birdseye.browser;

import io.birdseye.mockapi.MockApi;
import io.birdseye.mockapi.UpstreamSettings;
import io.birdseye.service.Service;
import io.birdseye.service.ServiceMain;
import java.io.IOException;

/** A service over a mock-api, both on free ports. */
final class Running implements AutoCloseable {

    private final MockApi mock;
    private final Service service;

    Running(int delayMs) throws IOException {
        mock = MockApi.start(UpstreamSettings.fromJson("{\"default\":{\"fixedDelayMilliseconds\":" + delayMs + "}}"));
        service = new Service(ServiceMain.parse(
                "--port=0", "--upstream=" + mock.url(), "--memory-sizes=0.5,5,10", "--default-cpu=2"));
    }

    String address() {
        return "http://127.0.0.1:" + service.port() + "/";
    }

    @Override
    public void close() {
        service.close();
        mock.close();
    }
}
