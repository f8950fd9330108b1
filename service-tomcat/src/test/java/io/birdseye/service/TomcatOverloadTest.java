package io.birdseye.service;

/** {@link OverloadTest} over Tomcat. */
class TomcatOverloadTest extends OverloadTest {}
