package io.birdseye.service.contract;

/** {@link HttpContractTest} over Tomcat. */
class TomcatHttpContractTest extends HttpContractTest {}
