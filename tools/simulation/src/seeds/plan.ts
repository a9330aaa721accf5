/** The plan of a world: its processes, its accounts and their jobs, and what goes wrong. Times are in milliseconds since its beginning. */
export interface Plan {
  readonly seed: number;
  readonly storage: 'sqlite' | 'memory';
  /** Processes that answer requests, and processes that work on tasks. */
  readonly servers: number;
  readonly workers: number;
  /** The longest pause between two looks of a worker for work. */
  readonly maxIdleMs: number;
  /** Calls of the upstream under way at once in each process. */
  readonly slots: number;
  /** Numbers of a chunk. */
  readonly chunkSize: number;
  readonly upstream: UpstreamPlan;
  readonly accounts: readonly AccountPlan[];
  readonly faults: readonly Fault[];
  readonly acts: readonly Act[];
  /** The nights after the last job, in the order in which they pass. */
  readonly nights: readonly Night[];
}

export interface UpstreamPlan {
  /** The most numbers of a call; null if each call has one number. */
  readonly bulk: number | null;
  readonly answerMs: readonly [least: number, most: number];
  /** The shares of questions that fail, that are answered after the deadline, and that get an invalid answer. */
  readonly failing: number;
  readonly late: number;
  readonly nonsense: number;
  /** The share of calls that are never answered, and the times in which none is. */
  readonly silent: number;
  readonly silences: readonly (readonly [from: number, until: number])[];
  /** The last digit of numbers for which it never answers; null if there are none. Only where each call has one number. */
  readonly mute: string | null;
  readonly outages: readonly (readonly [from: number, until: number])[];
}

export interface AccountPlan {
  readonly credits: number;
  /** The people of the account. Each does one job after the other. */
  readonly people: readonly (readonly Job[])[];
}

/** What a person does. `id` distinguishes the jobs of an account, and is a part of their numbers. */
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
      /** Those of its numbers that are suppressed before its submit. */
      readonly suppressed: readonly string[];
      /** A list that is made of its task, and the numbers that are suppressed after that; null: none is made. */
      readonly list: { readonly suppressed: readonly string[] } | null;
    }
  | {
      readonly kind: 'check';
      readonly id: number;
      readonly afterMs: number;
      readonly number: string;
      /** Whether the number is suppressed before. */
      readonly isSuppressed: boolean;
    }
  | {
      readonly kind: 'webhook';
      readonly id: number;
      readonly afterMs: number;
      readonly receiver: ReceiverPlan;
      /** When its secret is changed after it was made, and when it is deleted after that; null: never. */
      readonly rotateAfterMs: number | null;
      readonly removeAfterMs: number | null;
    };

/** The trouble of a webhook's receiver, for a time. Before and after, it answers soon with 204. */
export interface ReceiverPlan {
  /**
   * `errors` and `gone`: it answers with 500 or 410. `slow`: it takes up to half a minute. `silent`: it never answers. `away`: it cannot be
   * reached. `breaks off`: it has the message, and its answer is lost.
   */
  readonly trouble: 'none' | 'errors' | 'gone' | 'slow' | 'silent' | 'away' | 'breaks off';
  readonly from: number;
  readonly until: number;
}

/**
 * Something that happens to a process. A killed one is started again after `forMs`. One that hands over is closed, and the next one started
 * at once.
 */
export interface Fault {
  readonly at: number;
  /** The index among servers and workers. */
  readonly process: number;
  readonly kind: 'kill' | 'hand over' | 'freeze' | 'storage fails' | 'clock jumps';
  /** How long it lasts. For a clock: how far it jumps, backwards if negative. */
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

/** A night without a request. It ends shortly before a due time of the lists. */
export interface Night {
  /** 1: it ends before the next due time. More: all processes are down, and further due times pass. */
  readonly days: number;
  /** What goes wrong in the morning after it. Their times are those since its end. */
  readonly faults: readonly Fault[];
}

/** Credits that no account can use up with its jobs. */
export const ENOUGH_CREDITS = 500;

/** Faults and acts come within this time. Afterwards everything heals. */
export const TROUBLE_MS = 40_000;

/** The time until which a receiver is in trouble that never recovers. */
export const FOR_GOOD = Number.MAX_SAFE_INTEGER;

/** The last digits of a number whose every check fails. */
export const FAILS_ALWAYS = '00';

/** The beginning of all numbers of an account. */
export function numbersOf(account: number): string {
  return `+4179${account}`;
}
