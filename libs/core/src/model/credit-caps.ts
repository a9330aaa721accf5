/**
 * The most credits that the requests of some credentials may set aside. A file sets aside what its task holds, a single check one credit. Whole
 * numbers, 0 or more.
 */
export interface CreditCaps {
  /** The most that one file may hold, and one retry. Absent: any number. */
  readonly maxCreditsPerTask?: number;
  /** Absent: any number. It needs the option `creditCounts` of the service. */
  readonly day?: DailyCap;
}

/** The most credits from midnight to midnight UTC. */
export interface DailyCap {
  readonly maxCredits: number;
  /** The name of the count: credentials of one name share it, each with its own `maxCredits`. Unique over all accounts. */
  readonly countedAs: string;
}
