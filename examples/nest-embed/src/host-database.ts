import Database from 'better-sqlite3';

/** The host's own tables. Times are milliseconds since 1970, money is in cents. */
const SCHEMA = `
  create table if not exists users (
    user_id text primary key,
    email text not null unique,
    password_hash text not null,
    created_at integer not null,
    -- The user's own number, as Dialproof has found it.
    phone text,
    phone_status text,
    phone_checked_at integer
  ) strict;

  create table if not exists tokens (
    token_hash blob primary key,
    user_id text not null references users,
    expires_at integer not null
  ) strict, without rowid;

  -- What is used and not yet paid for, and what is held for work under way, stay within the limit together.
  create table if not exists wallets (
    user_id text primary key references users,
    credit_limit integer not null,
    used integer not null default 0 check (used >= 0),
    held integer not null default 0 check (held >= 0),
    check (used + held <= credit_limit)
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
  create index if not exists open_invoices on invoices (user_id, due_at) where paid_at is null;

  -- Holds of 0 credits may come for users without a wallet, so this names no table for its users.
  create table if not exists holds (
    hold_id text primary key,
    user_id text not null,
    credits integer not null check (credits >= 0),
    expires_at integer,
    charged integer check (charged between 0 and credits)
  ) strict;
  create index if not exists open_holds on holds (expires_at) where charged is null;

  -- What was verified. An invoice takes every charge of its user that no other has taken.
  create table if not exists charges (
    charge_id integer primary key autoincrement,
    user_id text not null references users,
    credits integer not null check (credits > 0),
    hold_id text not null unique references holds,
    invoice_id text references invoices,
    charged_at integer not null
  ) strict;
  create index if not exists charges_of_user on charges (user_id, charge_id);
`;

/** Opens the host's database, making it if it is missing. */
export function openHostDatabase(file: string): Database.Database {
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
