/** Claims, the rules that turn measurements into verdicts, and the ledger of these: JSON, Markdown, a page and a table. */
@NullMarked
package io.birdseye.experiments.claim;

import org.jspecify.annotations.NullMarked;
