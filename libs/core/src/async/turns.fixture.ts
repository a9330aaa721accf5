/** Lets everything run that waits only for promises and for the next turns of the event loop. */
export async function settle(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

/** Resolves once `isSo` returns true; it is called in every turn of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000; turn += 1) {
    if (isSo()) return;
    await new Promise(setImmediate);
  }
  throw new Error(`not so after 10,000 turns: ${isSo}`);
}
