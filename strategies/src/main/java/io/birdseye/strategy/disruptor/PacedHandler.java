package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;

/**
 * Processes every {@code of}-th slot, and moves its sequence on after each slot, processed or skipped. The library
 * moves a handler's sequence only at the end of a batch, so a finished request would wait for the calls of later ones.
 */
final class PacedHandler implements EventHandler<Slot> {

    private final int index;
    private final int of;
    private final Slot.Stage stage;
    private final ParkingWaitStrategy waiting;
    private Sequence sequence = new Sequence();

    PacedHandler(int index, int of, Slot.Stage stage, ParkingWaitStrategy waiting) {
        this.index = index;
        this.of = of;
        this.stage = stage;
        this.waiting = waiting;
    }

    @Override
    public void setSequenceCallback(Sequence sequenceCallback) {
        sequence = sequenceCallback;
    }

    @Override
    public void onEvent(Slot slot, long position, boolean endOfBatch) {
        if (position % of == index) {
            slot.run(stage);
        }
        sequence.set(position);
        waiting.moved();
    }
}
