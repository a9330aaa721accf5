/** Distinguishes accounts. */
export interface AccountMark {
  /** The same for all tokens of an account, and different for every other account. It is not the account id. */
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
