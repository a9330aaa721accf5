import type { Client } from './world/client.js';

/** The story of one account: requests and acts of the operator, in order. */
export interface Story {
  readonly name: string;
  /** The credits that the account has been charged in the end. */
  readonly charged: number;
  /** The beginning and the end of an outage of the upstream, in milliseconds since the beginning of the story. */
  readonly outage?: readonly [from: number, until: number];
  /** Milliseconds after its end for which a task is kept. Default: for good. */
  readonly taskRetentionMs?: number;
  /**
   * Steps that have no key: their repeat is another request, and is charged again. The charge of a request whose reply nobody heard is the
   * customer's loss, which keys are for.
   */
  readonly withoutKey?: readonly string[];
  /** Whether each statement of this story is made to fail, also one that an earlier story has already tried. Default false. */
  readonly failsAll?: boolean;
  run(client: Client, account: StoryAccount): Promise<void>;
}

/** The credits of the account at first. */
export const CREDITS = 50;

/** The account that a story is about. */
export interface StoryAccount {
  readonly accountId: string;
  readonly token: string;
}
