import {
  type Clock,
  DialproofError,
  MemoryCreditLedger,
  MemoryReplayStore,
  type Settlement,
  type SettleRequest,
  systemClock,
} from '@dialproof/core';

/** A ledger whose next settlement can be made to reject after it has taken effect. */
export class FailingLedger extends MemoryCreditLedger {
  #losesNext = false;

  loseNextSettlement(): void {
    this.#losesNext = true;
  }

  override async settle(settlement: SettleRequest): Promise<Settlement> {
    const settled = await super.settle(settlement);
    if (!this.#losesNext || settled.charged === 0) return settled;
    this.#losesNext = false;
    throw new DialproofError('storage_unavailable');
  }
}

/** Longer than any lease of a request. */
const LEASE_OVER_MS = 600_000;

/** A store of replays whose leases can be made to end. */
export class ForgetfulReplays extends MemoryReplayStore {
  readonly #passed: { ms: number };

  constructor() {
    const passed = { ms: 0 };
    super({ clock: clockAheadBy(passed) });
    this.#passed = passed;
  }

  endLeases(): void {
    this.#passed.ms += LEASE_OVER_MS;
  }
}

function clockAheadBy(passed: { readonly ms: number }): Clock {
  return {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed() + passed.ms,
    schedule: (ms, callback) => systemClock.schedule(ms, callback),
  };
}
