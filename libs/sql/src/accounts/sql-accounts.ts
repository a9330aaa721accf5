import {
  type AccountId,
  type AccountRegistry,
  accountId,
  assertOptionNames,
  type Clock,
  DialproofError,
  type RegisteredAccount,
  readEmailAddress,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { storedAccountId } from '../json-rows.js';
import { assertCredits, grantCredits } from '../ledger/sql-credit-ledger.js';
import { sql } from '../query.js';
import type { Columns } from '../schema.js';
import { recogniseToken } from '../tokens/recognise-token.js';
import { issueToken } from '../tokens/sql-tokens.js';

export interface SqlAccountsOptions {
  readonly database: SqlDatabase;
  /** Credits for every account that registers: a whole number, 0 or more. Default 0. */
  readonly startingCredits?: number;
  /** Whether anybody may register. {@link SqlAccounts.create} works either way. Default true. */
  readonly registrationOpen?: boolean;
  /** The clock for the times of accounts. Default: the machine's own. */
  readonly clock?: Clock;
}

/** An account as it is now. Times are milliseconds since 1970. */
export interface Account {
  readonly accountId: AccountId;
  /** Null for an account that an operator made without one. */
  readonly email: string | null;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
}

export interface NewAccount {
  /** Default none. */
  readonly email?: string;
  /** Its starting credits: a whole number, 0 or more. Default 0. */
  readonly credits?: number;
  /** The reason for the credits, for readers of the journal. */
  readonly note?: string;
}

/** A new account with its first token, which is shown only here. */
export type CreatedAccount = Omit<RegisteredAccount, 'email'> & { readonly email: string | null };

/** Accounts in a database. People register them, or an operator makes them. */
export class SqlAccounts implements AccountRegistry {
  readonly #database: SqlDatabase;
  readonly #startingCredits: number;
  readonly #registrationOpen: boolean;
  readonly #clock: Clock;

  constructor(options: SqlAccountsOptions) {
    assertOptionNames('SqlAccounts', options, {
      clock: true,
      database: true,
      registrationOpen: true,
      startingCredits: true,
    });
    const { database, startingCredits = 0, registrationOpen = true, clock = systemClock } = options;
    assertCredits(startingCredits);
    this.#database = database;
    this.#startingCredits = startingCredits;
    this.#registrationOpen = registrationOpen;
    this.#clock = clock;
  }

  async register(email: string): Promise<RegisteredAccount> {
    if (!this.#registrationOpen) throw new DialproofError('registration_closed');
    const { address } = readEmailAddress(email);
    const credits = this.#startingCredits;
    const account = await this.create({ email: address, credits, note: 'starting credits' });
    return { ...account, email: address };
  }

  /**
   * Makes an account with its credits and its first token in one write, whether or not registration is open. Rejects with
   * `invalid_email` and `email_taken` as {@link register} does, and with RangeError unless the credits are a whole number, 0 or more.
   */
  async create({ email, credits = 0, note }: NewAccount = {}): Promise<CreatedAccount> {
    assertCredits(credits);
    const mail = email === undefined ? undefined : readEmailAddress(email);
    const id = accountId(this.#database.entropy.uuid());
    const createdAt = this.#clock.now();
    const account = { accountId: id, email: mail?.address ?? null, createdAt };
    return await this.#database.write(async (session) => {
      const added = await session.change(accountQueries.addAccount, {
        ...account,
        emailKey: mail?.key ?? null,
      });
      if (added === 0) throw new DialproofError('email_taken');
      const grant = { accountId: id, credits, note: note ?? null, now: createdAt };
      await grantCredits(session, grant);
      const issued = await issueToken(session, {
        ...{ account: id, now: createdAt },
        entropy: this.#database.entropy,
      });
      if (issued === undefined) throw new Error(`account ${id} is gone while it is being made`);
      return { ...account, token: issued.token };
    });
  }

  async find(account: AccountId): Promise<Account | undefined> {
    return accountOf(await this.#database.read.first(accountQueries.findById, { accountId: account }));
  }

  /** The account of this address, whose spelling may differ in letter case. Rejects with `invalid_email` for a malformed address. */
  async findByEmail(email: string): Promise<Account | undefined> {
    const emailKey = readEmailAddress(email).key;
    return accountOf(await this.#database.read.first(accountQueries.findByEmailKey, { emailKey }));
  }

  /** The account of this token. Undefined for an unknown, revoked or expired token. A suspended account is found. */
  async findByToken(token: string): Promise<Account | undefined> {
    const known = await recogniseToken(this.#database.read, token, this.#clock.now());
    return known && (await this.find(known.account.accountId));
  }

  /** From now on, all requests of the account are refused. False for an unknown account. Safe to repeat. */
  async suspend(account: AccountId): Promise<boolean> {
    const row = { accountId: account, now: this.#clock.now() };
    return await this.#database.write(
      async (session) => (await session.change(accountQueries.suspend, row)) > 0,
    );
  }

  /** Ends a suspension. False for an unknown account. Safe to repeat. */
  async reinstate(account: AccountId): Promise<boolean> {
    return await this.#database.write(
      async (session) => (await session.change(accountQueries.reinstate, { accountId: account })) > 0,
    );
  }
}

type AccountRow = Columns<'accounts', 'account_id' | 'email' | 'created_at' | 'suspended_at'>;

const SELECT_ACCOUNT = sql`select account_id, email, created_at, suspended_at from accounts`;

const accountQueries = {
  /** Adds an account unless its email address is taken. */
  addAccount: sql<{ accountId: string; email: string | null; emailKey: string | null; createdAt: number }>`
    insert into accounts (account_id, email, email_key, created_at)
    values (${'accountId'}, ${'email'}, ${'emailKey'}, ${'createdAt'})
    on conflict (email_key) do nothing`,
  findById: sql<{ accountId: string }, AccountRow>`${SELECT_ACCOUNT} where account_id = ${'accountId'}`,
  findByEmailKey: sql<{ emailKey: string }, AccountRow>`${SELECT_ACCOUNT} where email_key = ${'emailKey'}`,
  /** An account that is already suspended keeps its time of suspension. */
  suspend: sql<{ accountId: string; now: number }>`
    update accounts set suspended_at = coalesce(suspended_at, ${'now'}) where account_id = ${'accountId'}`,
  reinstate: sql<{
    accountId: string;
  }>`update accounts set suspended_at = null where account_id = ${'accountId'}`,
};

function accountOf(row: AccountRow | undefined): Account | undefined {
  return (
    row && {
      accountId: storedAccountId(row.account_id),
      email: row.email,
      createdAt: row.created_at,
      suspendedAt: row.suspended_at,
    }
  );
}
