/** The verdicts kept: as JSON, Markdown and a terminal table. */
@NullMarked
package io.birdseye.experiments.ledger;

import org.jspecify.annotations.NullMarked;
