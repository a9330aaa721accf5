/** Lets everything run that waits only for promises and for the next turns of the event loop. */
export async function settle(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

const TURNS = 10_000;
/** For work of another thread, which takes longer than many turns of this one. */
const LATER_CALLS = 4_000;

/** Resolves once `isSo` returns true. It is called in every turn of the event loop, and later every five milliseconds. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let call = 0; call < TURNS + LATER_CALLS; call += 1) {
    if (isSo()) return;
    await new Promise((resolve) => (call < TURNS ? setImmediate(resolve) : setTimeout(resolve, 5)));
  }
  throw new Error(`not so after ${TURNS} turns and 20 seconds: ${isSo}`);
}
