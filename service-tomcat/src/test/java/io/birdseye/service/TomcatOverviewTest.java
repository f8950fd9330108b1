package io.birdseye.service;

/** {@link OverviewTest} over Tomcat. */
class TomcatOverviewTest extends OverviewTest {}
