package io.birdseye.service.contract;

/** {@link StarvedTest} over Tomcat. */
class TomcatStarvedTest extends StarvedTest {}
