package com.example.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The running service, as its clients see it. */
record Shop(int port) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    HttpResponse<String> basket(String strategy) throws IOException, InterruptedException {
        return get("/basket?user=7&strategy=" + strategy);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return CLIENT.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
