import Database from 'better-sqlite3';

/** The host's own tables. Times are milliseconds since 1970. */
const SCHEMA = `
  create table if not exists users (
    user_id text primary key,
    email text not null unique,
    password_hash text not null,
    suspended integer not null default 0,
    created_at integer not null,
    -- The user's own number, as Dialproof has found it.
    phone text,
    phone_status text
  ) strict;

  create table if not exists tokens (
    token_hash blob primary key,
    user_id text not null references users,
    expires_at integer not null
  ) strict, without rowid;

  create table if not exists wallets (
    user_id text primary key references users,
    available integer not null check (available >= 0),
    held integer not null default 0 check (held >= 0)
  ) strict;

  -- Holds of 0 credits may come for users without a wallet, so this names no table for its users.
  create table if not exists holds (
    hold_id text primary key,
    user_id text not null,
    credits integer not null check (credits >= 0),
    expires_at integer,
    charged integer check (charged between 0 and credits)
  ) strict;
  create index if not exists open_holds on holds (expires_at) where charged is null;
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
