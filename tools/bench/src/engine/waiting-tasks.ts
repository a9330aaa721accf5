import { accountId, type Lease, newTaskId, type TaskFile, type TaskStore } from '@dialproof/core';

export interface WaitingOptions {
  readonly tasks: number;
  readonly accounts: number;
  /** How many of the tasks have 100,000 rows. The others have one chunk. */
  readonly largeTasks: number;
}

const HOUR_MS = 3_600_000;
const AT_ONCE = 100;
/** Small, so that the measured time is that of finding a chunk and not of reading it. */
const NUMBERS_PER_CHUNK = 10;
const CHUNKS_OF_LARGE = 400;
const CHUNK = Buffer.from('14155552671 '.repeat(NUMBERS_PER_CHUNK).trim());
const FILE: TaskFile = {
  name: 'waiting.csv',
  type: 'csv',
  sheet: null,
  encoding: 'utf-8',
  phoneColumn: { index: 0, name: 'phone' },
  notes: [],
  rowBlocks: 0,
  numbersPerChunk: NUMBERS_PER_CHUNK,
};

/** Waiting tasks in a store. */
export class WaitingTasks {
  readonly #store: TaskStore;
  readonly #accounts: number;
  readonly #leases: Lease[] = [];

  private constructor(store: TaskStore, accounts: number) {
    this.#store = store;
    this.#accounts = accounts;
  }

  static async fill(store: TaskStore, options: WaitingOptions): Promise<WaitingTasks> {
    const waiting = new WaitingTasks(store, options.accounts);
    await inBatches(options.tasks, (place) => waiting.add(place, place < options.largeTasks));
    return waiting;
  }

  /** Adds a ready task. */
  async add(place: number, isLarge = false): Promise<void> {
    const taskId = newTaskId();
    const account = accountId(`account-${place % this.#accounts}`);
    const chunks = Array.from({ length: isLarge ? CHUNKS_OF_LARGE : 1 }, () => CHUNK);
    const total = chunks.length * NUMBERS_PER_CHUNK;
    const lease = await this.#store.begin({ taskId, accountId: account, run: 1, leaseMs: HOUR_MS });
    await this.#store.enqueue(lease, { total, rowsWithoutNumber: 0, heldCredits: total, file: FILE, chunks });
  }

  /** Claims every ready chunk for an hour. */
  async leaseAll(): Promise<void> {
    for (;;) {
      const { claims } = await this.#store.claim({ leaseMs: HOUR_MS, limit: AT_ONCE, taskId: null });
      if (claims.length === 0) return;
      this.#leases.push(...claims.map(({ lease }) => lease));
    }
  }

  /** Gives the claimed chunks back with a pause of an hour, as after failed checks. */
  async pauseLeased(): Promise<void> {
    const leases = this.#leases.splice(0);
    await inBatches(leases.length, async (place) => {
      const lease = leases[place];
      if (lease !== undefined) await this.#store.giveBack(lease, HOUR_MS);
    });
  }
}

async function inBatches(count: number, work: (place: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, place) => start + place);
    await Promise.all(places.map(work));
  }
}
