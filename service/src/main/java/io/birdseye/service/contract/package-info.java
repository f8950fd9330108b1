/** What every strategy keeps to over real HTTP, and the table of it in the docs. */
@NullMarked
package io.birdseye.service.contract;

import org.jspecify.annotations.NullMarked;
