package io.birdseye.planning.simulation;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;

/** Who sends the next request, and when. Rates are requests per second. */
public sealed interface Traffic {

    /** Open: requests at equal distances, as load tools send a constant rate. */
    record ConstantRate(double perSecond) implements Traffic {

        public ConstantRate {
            Require.positive("the rate", perSecond);
        }
    }

    /**
     * Open: random arrivals from many independent users, like most real traffic. Some requests arrive close together.
     */
    record Poisson(double perSecond) implements Traffic {

        public Poisson {
            Require.positive("the rate", perSecond);
        }
    }

    /** Open: random arrivals that come together, see {@link Arrivals#BURSTS}. */
    record Bursts(double perSecond) implements Traffic {

        public Bursts {
            Require.positive("the rate", perSecond);
        }
    }

    /**
     * Closed: each user waits for the answer before sending the next request.
     *
     * @param thinkMs mean time between an answer and the next request, exponentially distributed; 0 for none
     */
    record Users(int users, double thinkMs) implements Traffic {

        public Users {
            Require.positive("the number of users", users);
            Require.atLeastZero("the think time", thinkMs);
        }
    }

    /** The traffic of a load test, whose users do not pause. */
    static Traffic of(Load load) {
        return switch (load.arrivals()) {
            case POISSON -> new Poisson(load.ratePerSecond());
            case BURSTS -> new Bursts(load.ratePerSecond());
            case CONSTANT -> new ConstantRate(load.ratePerSecond());
            case null -> new Users(load.users(), 0);
        };
    }
}
