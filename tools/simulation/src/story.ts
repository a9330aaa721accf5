import type { Client } from './world/client.js';

/** The story of one account: requests and acts of the operator, in order. */
export interface Story {
  readonly name: string;
  /** The credits that the account has been charged in the end. */
  readonly charged: number;
  /** The beginning and the end of an outage of the upstream, in milliseconds since the beginning of the story. */
  readonly outage?: readonly [from: number, until: number];
  /** How long a task is kept after its end, in milliseconds. Default: for ever. */
  readonly taskRetentionMs?: number;
  /**
   * Steps without a key. Their repeat is another request and is charged again: without a key, the charge for a lost reply is the customer's
   * loss.
   */
  readonly withoutKey?: readonly string[];
  /** Whether each statement of this story is made to fail, also one that an earlier story has already tried. Default false. */
  readonly failsAll?: boolean;
  /**
   * Words of statements that a file commits together, and a server apart. Over PostgreSQL, a cut at such a commit may end with a charge more
   * or less. Default: none.
   */
  readonly apartOnServer?: readonly string[];
  run(client: Client, account: StoryAccount): Promise<void>;
}

/** The credits of the account at first. */
export const CREDITS = 50;

/** The account that a story is about. */
export interface StoryAccount {
  readonly accountId: string;
  readonly token: string;
}
