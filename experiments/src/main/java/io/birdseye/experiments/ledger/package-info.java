/** The ledger of verdicts: as JSON, Markdown, a page and a table for the terminal. */
@NullMarked
package io.birdseye.experiments.ledger;

import org.jspecify.annotations.NullMarked;
