import type { Clock } from '@dialproof/core';
import { Redis, type RedisOptions } from 'ioredis';

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

  /** Closes it and its duplicates without waiting for pending commands. */
  breakOff(): void {
    for (const connection of [...this.#duplicates, this]) connection.disconnect();
  }
}

/** Resolves to whether `done` has resolved within `ms` milliseconds. Rejects with the error of `done` if it rejects in that time. */
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
