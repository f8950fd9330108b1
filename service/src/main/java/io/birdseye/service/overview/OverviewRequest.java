package io.birdseye.service.overview;

import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.strategy.StrategyEntry;

/** What one request asks for, checked and complete. */
record OverviewRequest(
        StrategyEntry strategy,
        Budget budget,
        double megabytes,
        Layout layout,
        int userId,
        int intFactor,
        int longFactor) {}
