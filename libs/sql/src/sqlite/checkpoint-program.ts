/** The program of the thread of `Checkpoints`. */
export const CHECKPOINT_PROGRAM: URL = new URL('./checkpoint-worker.js', import.meta.url);
