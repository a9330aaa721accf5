/** The program of the thread of `Checkpoints`. */
export const CHECKPOINT_PROGRAM: URL = new URL('./checkpoint-thread.js', import.meta.url);
