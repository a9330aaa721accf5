import type { E164 } from '../model/e164.js';

/** The apps on which a number can be seen: `whatsapp` proves `wa_registered`, `telegram` proves `telegram_registered`. */
export const OBSERVED_APPS = ['whatsapp', 'telegram'] as const;

export type ObservedApp = (typeof OBSERVED_APPS)[number];

/** A number was on an app at a time: its owner wrote from there, or a message arrived there. */
export interface Observation {
  readonly number: E164;
  readonly app: ObservedApp;
  /** When it was seen there, in whole milliseconds since 1970. The app's or the operator's clock says it, not the store's. */
  readonly seenAt: number;
  /** What saw it, such as `whatsapp_message` or `import`: at most 40 of the characters a-z, 0-9, `_`, `-` and `.`. */
  readonly source: string;
}

/**
 * What the operator knows by itself of where numbers are: for each number and app, when it was last seen there. It keeps no history.
 *
 * Every method takes and gives times of the outside, so the store needs no clock.
 */
export interface ObservationStore {
  /**
   * Records observations, of any count and in any order, durable once it resolves. Of those of one number on one app the newest stays,
   * and of two with the same time the one that was recorded first: a repeat changes nothing, whatever was recorded in between. Of
   * concurrent calls the newest stays too. A rejection may leave some of them recorded; recording all of them again is safe.
   */
  record(observations: readonly Observation[]): Promise<void>;

  /**
   * Resolves to what is known of these numbers, of any count, that was seen at `since` or later: at most one observation for each number
   * and app, in any order, each once even if a number is asked for several times. Numbers of which nothing is known are left out.
   */
  find(numbers: readonly E164[], since: number): Promise<readonly Observation[]>;

  /**
   * Removes everything that is known of a number, on all apps. Nothing keeps it from being recorded again afterwards: the store would
   * have to remember the number for that. Safe to repeat.
   */
  forget(number: E164): Promise<void>;

  /**
   * Removes at most `limit` observations that were seen before that time, and resolves to how many. A count below the limit says that
   * there are no more.
   */
  expire(options: { readonly before: number; readonly limit: number }): Promise<number>;
}
