package io.birdseye.service.contract;

/** {@link FaultMatrixTest} over Tomcat. */
class TomcatFaultMatrixTest extends FaultMatrixTest {}
