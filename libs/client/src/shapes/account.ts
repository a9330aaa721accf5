/** Tells accounts apart. */
export interface AccountMark {
  /** The same for all tokens of an account, and another one for every other account. It is not its id. */
  readonly account: string;
}

/** A new account with its first token, which is shown this once. */
export interface Account {
  readonly account_id: string;
  readonly email: string;
  /** ISO 8601, in UTC. */
  readonly created_at: string;
  readonly token: string;
}
