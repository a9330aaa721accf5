/** Lets everything run that waits for promises, and for the next turns of the event loop, only. */
export async function settle(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

const TURNS = 10_000;
/** For what another thread does first: turns of this one pass in no time. */
const MORE_LOOKS = 4_000;

/** Resolves once `isSo` says yes, looking at every turn of the event loop, and later every five milliseconds. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let look = 0; look < TURNS + MORE_LOOKS; look += 1) {
    if (isSo()) return;
    await new Promise((resolve) => (look < TURNS ? setImmediate(resolve) : setTimeout(resolve, 5)));
  }
  throw new Error(`not so after ${TURNS} turns and 20 seconds: ${isSo}`);
}
