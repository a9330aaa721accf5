import type { AccountId } from '../model/identifiers.js';

export interface RegisteredAccount {
  readonly accountId: AccountId;
  /** As it was given, without surrounding space. */
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The account's first token. It is shown this once: only its hash is kept. */
  readonly token: string;
}

/** Opens accounts by email address. */
export interface AccountRegistry {
  /**
   * Opens an account and resolves to it. Rejects with `email_taken` when one exists for this address, in any case of letters and
   * with any surrounding space, also when two calls come at once; with `invalid_email` when it is no address; with
   * `registration_closed` when registration is switched off.
   */
  register(email: string): Promise<RegisteredAccount>;
}
