import type { Clock } from '@dialproof/core';

/** Real time, as a database has it, that can be made to have passed: for subjects with `pass`. */
export function agingClock(): { readonly clock: Clock; pass(ms: number): Promise<void> } {
  let passedMs = 0;
  return {
    clock: {
      now: () => Date.now(),
      elapsed: () => performance.now() + passedMs,
      schedule() {
        throw new Error('a store schedules nothing');
      },
    },
    async pass(ms) {
      passedMs += ms;
    },
  };
}
