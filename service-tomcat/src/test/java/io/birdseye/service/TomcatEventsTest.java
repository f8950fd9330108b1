package io.birdseye.service;

/** {@link EventsTest} over Tomcat. */
class TomcatEventsTest extends EventsTest {}
