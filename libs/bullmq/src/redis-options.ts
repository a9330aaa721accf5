import {
  type Clock,
  FailureReporter,
  millisecondsOption,
  type ReportedFailure,
  systemClock,
  warnProcess,
} from '@dialproof/core';
import { Redis, type RedisOptions } from 'ioredis';

/** The Redis of the tickets, and the calls of the work function in this process. */
export interface BullMqTaskQueueOptions {
  /** A URL, `redis://` or `rediss://`, or the options of ioredis. The queue opens two connections and closes them when it stops. */
  readonly connection: RedisConnectionOption;
  /** The beginning of the keys in Redis: letters, digits, `-`, `_`, `.` and `{}`. Default `dialproof`. */
  readonly prefix?: string;
  /** The name of the queue: the processes that share a task store share it. The same characters. Default `work`. */
  readonly name?: string;
  /**
   * Calls of the work function at once in this process: a whole number from 0. With 0 this process does no work and only wakes others, like
   * a web server beside workers. Default 8.
   */
  readonly concurrency?: number;
  /**
   * The most tickets that wait in Redis, a whole number from 1 to 1,000. A wake reaches as many free calls of all processes at once; each
   * finished piece of work adds a further ticket. Processes that add at the same moment may exceed it, each once. Default 32.
   */
  readonly maxTickets?: number;
  /**
   * The longest pause between two polls of a process, in milliseconds, from 100. It varies by a fifth, so that processes do not poll in
   * step. So work is found that Redis has forgotten, and work continues while Redis is away. Default 5,000.
   */
  readonly sweepMs?: number;
  /** Milliseconds after which a rejected call is repeated, more than 0. Default 1,000. */
  readonly retryDelayMs?: number;
  /**
   * A ticket whose process has died comes back after this time and at most as much again, in milliseconds, from 1,000. Default 5,000.
   */
  readonly lockMs?: number;
  /** The clock for sweeps, pauses and delayed tickets. Default: the machine's own. */
  readonly clock?: Clock;
  /**
   * Gets `queue_failed` when Redis cannot be reached or refuses a command. Like `onError` of the service, it gets each cause once, and
   * again as its count grows tenfold. Default: `process.emitWarning`.
   */
  readonly onError?: (failure: ReportedFailure) => void;
}

/** The options with their defaults, checked. */
export interface QueueSettings {
  readonly connection: RedisConnectionOption;
  readonly prefix: string;
  readonly name: string;
  readonly concurrency: number;
  readonly maxTickets: number;
  readonly sweepMs: number;
  readonly retryDelayMs: number;
  readonly lockMs: number;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
}

/** BullMQ separates the parts of a key by colons. */
const KEY_PART = /^[\w.{}-]+$/;
const HOUR_MS = 3_600_000;

export function readQueueOptions(options: BullMqTaskQueueOptions): QueueSettings {
  const { clock = systemClock, connection, onError = warnProcess } = options;
  if (typeof connection !== 'string' && (typeof connection !== 'object' || connection === null)) {
    throw new TypeError('option connection is the URL of a Redis server or the options of ioredis');
  }
  return Object.freeze({
    connection,
    prefix: keyPart('prefix', options.prefix ?? 'dialproof'),
    name: keyPart('name', options.name ?? 'work'),
    concurrency: wholeNumber('concurrency', options.concurrency ?? 8, 0, 10_000),
    maxTickets: wholeNumber('maxTickets', options.maxTickets ?? 32, 1, 1_000),
    sweepMs: millisecondsOption('sweepMs', options.sweepMs ?? 5_000, { least: 100, most: HOUR_MS }),
    retryDelayMs: millisecondsOption('retryDelayMs', options.retryDelayMs ?? 1_000, { most: HOUR_MS }),
    lockMs: millisecondsOption('lockMs', options.lockMs ?? 5_000, { least: 1_000, most: HOUR_MS }),
    clock,
    reporter: new FailureReporter(clock, onError),
  });
}

/** Throws TypeError for text that cannot be a part of a key. */
export function keyPart(option: string, text: string): string {
  if (typeof text === 'string' && KEY_PART.test(text)) return text;
  throw new TypeError(`option ${option} is ${JSON.stringify(text)}, expected letters, digits, - _ . { }`);
}

/** Throws RangeError unless the value is a whole number within the limits. */
function wholeNumber(option: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RangeError(`option ${option} is ${value}, expected a whole number from ${min} to ${max}`);
}

/** A URL, `redis://` or `rediss://`, or the options of ioredis. */
export type RedisConnectionOption = string | RedisOptions;

/** Connecting is tried again after a pause of this many milliseconds at most. */
const LONGEST_PAUSE_MS = 1_000;

/** BullMQ requires this: commands wait for the next connection without a limit. Callers give up by themselves. */
const FOR_BULLMQ: RedisOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_PAUSE_MS),
};

/** A connection that knows its duplicates, which BullMQ makes, and can close all of them at once. */
export class BreakableRedis extends Redis {
  readonly #duplicates: Redis[] = [];

  static open(option: RedisConnectionOption): BreakableRedis {
    return typeof option === 'string'
      ? new BreakableRedis(option, FOR_BULLMQ)
      : new BreakableRedis({ ...option, ...FOR_BULLMQ });
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    const duplicate = super.duplicate(override);
    this.#duplicates.push(duplicate);
    return duplicate;
  }

  /** Closes this connection and its duplicates, without waiting for pending commands. */
  breakOff(): void {
    for (const connection of [...this.#duplicates, this]) connection.disconnect();
  }
}

/** Resolves to true if `done` resolves within `ms` milliseconds, else to false. If `done` rejects in that time, it rejects with the same error. */
export async function isWithinMs(
  done: Promise<unknown>,
  ms: number,
  clock: Pick<Clock, 'schedule'>,
): Promise<boolean> {
  let cancel = () => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.schedule(ms, () => resolve(false));
  });
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    cancel();
  }
}
