/**
 * Self-contained HTML pages: templates, one style sheet for light and dark, tables, and charts by Apache ECharts, which
 * stands inside the page. A page needs no file beside it and sends no request.
 */
@NullMarked
package io.birdseye.report.page;

import org.jspecify.annotations.NullMarked;
