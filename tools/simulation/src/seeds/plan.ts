import { Random } from './random.js';

/** A world as its seed has made it up: who is there, what they want, and what goes wrong. Times are in milliseconds since its beginning. */
export interface Plan {
  readonly seed: number;
  readonly storage: 'sqlite' | 'memory';
  /** Processes that answer requests, and processes that work on tasks. */
  readonly servers: number;
  readonly workers: number;
  /** The longest pause between two looks of a worker for work. */
  readonly maxIdleMs: number;
  /** Calls of the upstream under way at once in each process, and numbers of a chunk. */
  readonly slots: number;
  readonly chunkSize: number;
  readonly upstream: UpstreamPlan;
  readonly accounts: readonly AccountPlan[];
  readonly faults: readonly Fault[];
  readonly acts: readonly Act[];
}

export interface UpstreamPlan {
  /** The most numbers of a call; null if each call has one number. */
  readonly bulk: number | null;
  readonly answerMs: readonly [least: number, most: number];
  /** The shares of questions that fail, that are answered after the deadline, and that are answered with nonsense. */
  readonly failing: number;
  readonly late: number;
  readonly nonsense: number;
  readonly outages: readonly (readonly [from: number, until: number])[];
}

export interface AccountPlan {
  readonly credits: number;
  /** The people of the account. Each does one job after the other. */
  readonly people: readonly (readonly Job[])[];
}

/** What somebody wants. `id` distinguishes the jobs of an account, and is a part of their numbers. */
export type Job =
  | {
      readonly kind: 'file';
      readonly id: number;
      readonly afterMs: number;
      readonly cells: readonly string[];
      /** When the task is cancelled after its submit; null: never. */
      readonly cancelAfterMs: number | null;
      readonly retries: boolean;
      readonly deletes: boolean;
    }
  | { readonly kind: 'check'; readonly id: number; readonly afterMs: number; readonly number: string };

/** Something that happens to a process. A killed one is started again after `forMs`. */
export interface Fault {
  readonly at: number;
  /** The index among servers and workers. */
  readonly process: number;
  readonly kind: 'kill' | 'freeze' | 'storage fails' | 'clock jumps';
  /** How long it lasts; for a clock, by how much it jumps, which may be back. */
  readonly forMs: number;
  /** The share of the calls of the storage that fail meanwhile. */
  readonly share: number;
}

/** Something that an operator does. */
export interface Act {
  readonly at: number;
  readonly account: number;
  readonly kind: 'suspend' | 'rotate' | 'erase';
  /** How long a suspension lasts. */
  readonly forMs: number;
}

/** Faults and acts come within this time. Afterwards everything heals. */
export const TROUBLE_MS = 40_000;

/** The last digits of a number whose every check fails. */
export const FAILS_ALWAYS = '00';

export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const storage = random.chance(0.75) ? 'sqlite' : 'memory';
  const servers = random.between(1, 2);
  const workers = random.between(1, 4);
  const maxIdleMs = random.pick([2_000, 15_000, 15_000]);
  const slots = random.pick([3, 100]);
  const chunkSize = random.pick([2, 4, 10]);
  const isCalm = random.chance(0.2);
  const accounts = Array.from({ length: random.between(1, 3) }, (_, account) => accountPlan(random, account));
  const several = (most: number) => Array.from({ length: isCalm ? 0 : random.between(0, most) });
  return {
    ...{ seed, storage, servers, workers, maxIdleMs, slots, chunkSize, accounts },
    upstream: upstreamPlan(random, isCalm),
    faults: several(8).map(() => fault(random, servers + workers)),
    // Accounts in memory cannot be suspended or erased.
    acts: storage === 'memory' ? [] : several(3).map(() => act(random, accounts.length)),
  };
}

/** The beginning of all numbers of an account. */
export function numbersOf(account: number): string {
  return `+4179${account}`;
}

function accountPlan(random: Random, account: number): AccountPlan {
  let id = 0;
  const people = Array.from({ length: random.between(1, 2) }, () =>
    Array.from({ length: random.between(1, 4) }, () => {
      id += 1;
      return job(random, account, id);
    }),
  );
  return { credits: random.chance(0.8) ? 500 : random.between(0, 30), people };
}

function job(random: Random, account: number, id: number): Job {
  const afterMs = random.between(0, 8_000);
  const number = (index: number) =>
    `${numbersOf(account)}${String(id).padStart(2, '0')}${String(index).padStart(2, '0')}${random.chance(0.05) ? FAILS_ALWAYS : random.between(10, 99)}`;
  if (random.chance(0.4)) return { kind: 'check', id, afterMs, number: number(0) };
  const numbers = Array.from(
    { length: random.chance(0.3) ? random.between(1, 3) : random.between(4, 25) },
    (_, index) => number(index),
  );
  const cells = numbers.flatMap((text) => {
    if (random.chance(0.1)) return [text, random.pick(['n/a', '', '2026-01-05'])];
    return random.chance(0.1) ? [text, text.replace('+4179', '+41 79 ')] : [text];
  });
  return {
    ...{ kind: 'file', id, afterMs, cells },
    cancelAfterMs: random.chance(0.2) ? random.between(0, 10_000) : null,
    retries: random.chance(0.5),
    deletes: random.chance(0.2),
  };
}

function upstreamPlan(random: Random, isCalm: boolean): UpstreamPlan {
  const least = random.pick([1, 100, 900, 3_000]);
  const share = (most: number) => (isCalm || random.chance(0.6) ? 0 : random.fraction() * most);
  return {
    bulk: random.chance(0.35) ? random.pick([3, 10, 100]) : null,
    // Always within the deadline of ten seconds.
    answerMs: [least, least * random.between(1, 3)],
    failing: share(0.3),
    late: share(0.1),
    nonsense: share(0.1),
    outages: Array.from({ length: isCalm ? 0 : random.between(0, 2) }, () => {
      const from = momentOf(random);
      return [from, from + random.pick([100, 5_000, 60_000])] as const;
    }),
  };
}

function fault(random: Random, processes: number): Fault {
  const kind = random.pick([
    'kill',
    'kill',
    'freeze',
    'freeze',
    'storage fails',
    'storage fails',
    'clock jumps',
  ] as const);
  const forMs = {
    kill: random.pick([0, 500, 5_000, 100_000]),
    freeze: random.pick([100, 5_000, 65_000, 65_000, 130_000]),
    'storage fails': random.pick([10, 3_000, 30_000]),
    'clock jumps': random.pick([-3_600_000, -1_000, 1_000, 86_400_000]),
  }[kind];
  const process = random.between(0, processes - 1);
  return { at: momentOf(random), process, kind, forMs, share: random.pick([0.2, 1]) };
}

/** A moment of trouble: more often at first, when most is going on. */
function momentOf(random: Random): number {
  return Math.floor(random.fraction() * random.fraction() * TROUBLE_MS);
}

function act(random: Random, accounts: number): Act {
  return {
    at: momentOf(random),
    account: random.between(0, accounts - 1),
    kind: random.pick(['suspend', 'rotate', 'erase'] as const),
    forMs: random.pick([1_000, 30_000]),
  };
}
