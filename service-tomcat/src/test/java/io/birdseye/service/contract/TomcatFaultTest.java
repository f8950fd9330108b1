package io.birdseye.service.contract;

/** {@link FaultTest} over Tomcat. */
class TomcatFaultTest extends FaultTest {}
