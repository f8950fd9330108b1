/** Tasks in a Kubernetes cluster: manifests, the lease that holds a run's objects, and what is known of the nodes. */
@NullMarked
package io.birdseye.kubernetes;

import org.jspecify.annotations.NullMarked;
