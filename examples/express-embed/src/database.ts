import { translateSqliteError } from '@dialproof/sql';
import Database from 'better-sqlite3';

/** The host's own tables. Times are milliseconds since 1970, money is in cents. */
const SCHEMA = `
  create table if not exists users (
    user_id text primary key,
    email text not null unique,
    password_hash text not null,
    created_at integer not null
  ) strict;

  create table if not exists tokens (
    token_hash blob primary key,
    user_id text not null references users,
    expires_at integer not null
  ) strict, without rowid;

  create table if not exists wallets (
    user_id text primary key references users,
    available integer not null check (available >= 0),
    held integer not null check (held >= 0)
  ) strict;

  create table if not exists invoices (
    invoice_id text primary key,
    user_id text not null references users,
    credits integer not null check (credits > 0),
    cents integer not null check (cents > 0),
    issued_at integer not null,
    due_at integer not null,
    paid_at integer
  ) strict;
  -- Who has not paid one invoice gets no other.
  create unique index if not exists one_open_invoice on invoices (user_id) where paid_at is null;

  -- Holds of 0 credits may come for users without a wallet, so this names no table for its users.
  create table if not exists holds (
    hold_id text primary key,
    user_id text not null,
    credits integer not null check (credits >= 0),
    expires_at integer,
    charged integer check (charged between 0 and credits)
  ) strict;
  create index if not exists open_holds on holds (expires_at) where charged is null;

  -- What wallets were changed by. The sum of a user's entries is what is available and held together.
  create table if not exists entries (
    entry_id integer primary key autoincrement,
    user_id text not null references users,
    credits integer not null,
    invoice_id text unique references invoices,
    hold_id text unique references holds,
    created_at integer not null,
    check ((invoice_id is null) <> (hold_id is null))
  ) strict;
  create index if not exists entries_of_user on entries (user_id, entry_id);
  create trigger if not exists entries_stay before update on entries
    begin select raise(abort, 'an entry is never changed'); end;
  create trigger if not exists entries_remain before delete on entries
    begin select raise(abort, 'an entry is never deleted'); end;
`;

/** Opens the host's database, making it if it is missing. */
export function openDatabase(file: string): Database.Database {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = WAL');
    // A charge that was answered for is on the disk, also when the power fails.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Does something with the database for Dialproof, to which a full disk is `storage_unavailable`: its callers then see a 503. */
export function orUnavailable<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw translateSqliteError(error);
  }
}
