import type { AccountId } from '../../model/identifiers.js';

export interface RegisteredAccount {
  readonly accountId: AccountId;
  /** The address as given, without surrounding space. */
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The account's first token. It is shown only once: only its hash is kept. */
  readonly token: string;
}

/** Opens accounts by email address. */
export interface AccountRegistry {
  /**
   * Opens an account and resolves to it. Rejects with `email_taken` if the address has an account already, whatever its letter case and
   * surrounding space; of two concurrent calls, one is refused. Rejects with `invalid_email` if it is not an address, and with
   * `registration_closed` if registration is switched off.
   */
  register(email: string): Promise<RegisteredAccount>;
}
