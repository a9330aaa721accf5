import {
  type AccountId,
  createVerificationService,
  InProcessTaskQueue,
  ManualClock,
  MemoryCreditLedger,
  MemoryTaskStore,
  type NumberChecker,
  type TaskStore,
  type VerificationService,
  type VerificationServiceOptions,
} from '@dialproof/core';
import { onTestFinished } from 'vitest';
import { SqlTaskStore } from './index.js';
import { temporaryDatabase } from './temporary-folder.fixture.js';

/** How long the upstream takes for an answer. */
export const CHECK_MS = 50;
const STEP_MS = 5;
const CREDITS = 200_000;
/** The store counts as idle after this many turns of the event loop without a call. */
const IDLE_TURNS = 12;

export type StoreKind = 'memory' | 'SQLite';

async function storeOf(kind: StoreKind, clock: ManualClock): Promise<TaskStore> {
  if (kind === 'memory') return new MemoryTaskStore({ clock });
  return new SqlTaskStore({ database: await temporaryDatabase(), clock });
}

/** A service with a queue of its own, for several accounts. Its time passes only while its store is idle. */
export class SharedService {
  readonly clock: ManualClock;
  readonly service: VerificationService;
  readonly #ledger: MemoryCreditLedger;
  readonly #asked = new Map<AccountId, number>();
  readonly #calls: { underWay: number };
  #files = 0;

  private constructor(store: TaskStore, clock: ManualClock, options: Partial<VerificationServiceOptions>) {
    this.clock = clock;
    this.#ledger = new MemoryCreditLedger({ clock });
    this.#calls = { underWay: 0 };
    const checker: NumberChecker = {
      check: (_number, { accountId }) =>
        new Promise((answer) => {
          if (accountId !== undefined) this.#asked.set(accountId, this.asked(accountId) + 1);
          clock.schedule(CHECK_MS, () => answer('inactive'));
        }),
    };
    this.service = createVerificationService({
      store: observedStore(store, this.#calls),
      ledger: this.#ledger,
      clock,
      checker,
      queue: new InProcessTaskQueue({ clock }),
      ...options,
    });
  }

  static async start(
    kind: StoreKind,
    options: Partial<VerificationServiceOptions> = {},
  ): Promise<SharedService> {
    const clock = new ManualClock();
    const shared = new SharedService(await storeOf(kind, clock), clock, options);
    onTestFinished(async () => {
      const closed = shared.service.close();
      await shared.pass(CHECK_MS);
      await closed;
    });
    await shared.service.start();
    return shared;
  }

  /** How many numbers of the account the upstream was asked about. */
  asked(account: AccountId): number {
    return this.#asked.get(account) ?? 0;
  }

  /** Submits a file of numbers that no other file has. */
  async submit(account: AccountId, count: number): Promise<void> {
    await this.#ledger.grant(account, CREDITS);
    this.#files += 1;
    const first = 2_000_000 + this.#files * 20_000;
    const rows = Array.from({ length: count }, (_, n) => `+1415${first + n}\n`);
    const content = (async function* () {
      yield Buffer.from(`phone\n${rows.join('')}`);
    })();
    await this.service.submit({ accountId: account, fileName: 'a.csv', content });
    await this.#settle();
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.clock.advance(STEP_MS);
      await this.#settle();
    }
  }

  /** The time until the upstream was asked about this many numbers of the account; Infinity if it takes longer than `mostMs`. */
  async untilAsked(account: AccountId, count: number, mostMs: number): Promise<number> {
    const began = this.clock.elapsed();
    while (this.asked(account) < count) {
      if (this.clock.elapsed() - began >= mostMs) return Number.POSITIVE_INFINITY;
      await this.pass(STEP_MS);
    }
    return this.clock.elapsed() - began;
  }

  async #settle(): Promise<void> {
    for (let idle = 0; idle < IDLE_TURNS; idle = this.#calls.underWay === 0 ? idle + 1 : 0) {
      await new Promise(setImmediate);
    }
  }
}

/** The store, with its calls counted while they are under way. */
function observedStore(store: TaskStore, calls: { underWay: number }): TaskStore {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        calls.underWay += 1;
        return Promise.resolve(method.apply(target, given)).finally(() => {
          calls.underWay -= 1;
        });
      };
    },
  });
}
