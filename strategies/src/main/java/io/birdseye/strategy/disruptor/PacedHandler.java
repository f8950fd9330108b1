package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;

/**
 * Takes every {@code of}-th slot, and tells the stages behind of each one that it is past, taken or left. By itself a
 * handler is past a slot only at the end of its batch, so a finished request would wait for the calls of later ones.
 */
final class PacedHandler implements EventHandler<Slot> {

    private final int index;
    private final int of;
    private final Stage stage;
    private final ParkingWaitStrategy waiting;
    private Sequence sequence = new Sequence();

    /** What a handler does with a slot. */
    @FunctionalInterface
    interface Stage {
        void run(Slot slot) throws Exception;
    }

    PacedHandler(int index, int of, Stage stage, ParkingWaitStrategy waiting) {
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
        if (position % of == index && !slot.failed()) {
            try {
                stage.run(slot);
            } catch (Exception e) {
                slot.fail(e);
            }
        }
        sequence.set(position);
        waiting.moved();
    }
}
