package io.birdseye.service;

/** {@link BadInputTest} over Tomcat. */
class TomcatBadInputTest extends BadInputTest {}
