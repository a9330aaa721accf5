import type { E164 } from '../../model/identifiers.js';

/** The apps on which a number can be seen: `whatsapp` proves `wa_registered`, `telegram` proves `telegram_registered`. */
export const OBSERVED_APPS = ['whatsapp', 'telegram'] as const;

export type ObservedApp = (typeof OBSERVED_APPS)[number];

/** A number that was seen on an app: its owner wrote from there, or a message arrived there. */
export interface Observation {
  readonly number: E164;
  readonly app: ObservedApp;
  /** The time of the observation, in whole milliseconds since 1970, by the app's or the operator's clock, not the store's. */
  readonly seenAt: number;
  /** The source, such as `whatsapp_message` or `import`: at most 40 of the characters a-z, 0-9, `_`, `-` and `.`. */
  readonly source: string;
}

/**
 * The operator's own observations: for each number and app, the time at which it was last seen there. It keeps no history.
 *
 * All times come from the callers, so the store needs no clock.
 */
export interface ObservationStore {
  /**
   * Records observations, of any count and in any order, durable once it resolves. For each number and app, the newest observation is kept;
   * of two with the same time, the one that was recorded first. So a repeat changes nothing, whatever was recorded in between. Concurrent
   * calls have the same result. A rejection may leave some of them recorded; recording all of them again is safe.
   */
  record(observations: readonly Observation[]): Promise<void>;

  /**
   * Resolves to the observations of these numbers, of any count, at `since` or later: at most one for each number
   * and app, in any order, each once even if a number is given several times. Numbers without an observation are left out.
   */
  find(numbers: readonly E164[], since: number): Promise<readonly Observation[]>;

  /**
   * Removes all observations of a number, on all apps. The number may be recorded again afterwards: a store that prevented this would have
   * to remember the number. Safe to repeat.
   */
  forget(number: E164): Promise<void>;

  /**
   * Removes at most `limit` observations from before that time, and resolves to their number. A count below the limit says that
   * there are no more.
   */
  expire(options: { readonly before: number; readonly limit: number }): Promise<number>;
}
