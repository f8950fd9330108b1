package io.birdseye.service;

/** {@link ApiTest} over Tomcat. */
class TomcatApiTest extends ApiTest {}
