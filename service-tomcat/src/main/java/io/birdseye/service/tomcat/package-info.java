/** The HTTP server Tomcat, which Spring Boot starts by default, in front of the same resources. */
@NullMarked
package io.birdseye.service.tomcat;

import org.jspecify.annotations.NullMarked;
