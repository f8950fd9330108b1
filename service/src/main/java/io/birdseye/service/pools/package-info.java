/** What requests share: running strategies, one for each budget asked for, and the lists that they multiply. */
@NullMarked
package io.birdseye.service.pools;

import org.jspecify.annotations.NullMarked;
