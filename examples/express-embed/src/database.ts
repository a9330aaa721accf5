import Database from 'better-sqlite3';

/** The host's own tables. Times are milliseconds since 1970. */
const SCHEMA = `
  create table if not exists users (
    user_id text primary key,
    email text not null unique,
    token_hash blob not null unique,
    suspended integer not null default 0
  ) strict;

  create table if not exists wallets (
    user_id text primary key,
    available integer not null check (available >= 0),
    held integer not null default 0 check (held >= 0),
    -- Counts the entries of the user.
    last_entry integer not null default 0
  ) strict;

  -- What Dialproof has set aside. Holds of 0 credits may come for users without a wallet.
  create table if not exists holds (
    hold_id text primary key,
    user_id text not null,
    credits integer not null check (credits >= 0),
    expires_at integer,
    charged integer check (charged between 0 and credits),
    -- The answer that was charged.
    answer text
  ) strict;
  create index if not exists open_holds on holds (expires_at) where charged is null;

  -- What wallets were changed by: credits that were bought, and holds that were charged.
  create table if not exists entries (
    user_id text not null,
    -- By user: a number over all users shows everyone's volume to each.
    entry integer not null,
    credits integer not null,
    hold_id text unique references holds,
    created_at integer not null,
    primary key (user_id, entry)
  ) strict;
`;

/** What version 0 stored: entries numbered over all users, and neither `answer` nor `last_entry`. */
const FROM_VERSION_0 = `
  alter table wallets add column last_entry integer not null default 0;
  alter table holds add column answer text;
  alter table entries rename to entries_before;
  ${SCHEMA}
  insert into entries (user_id, entry, credits, hold_id, created_at)
    select user_id, row_number() over (partition by user_id order by entry_id), credits, hold_id, created_at
    from entries_before;
  update wallets set last_entry = (select count(*) from entries where entries.user_id = wallets.user_id);
  drop table entries_before;
`;

/** Opens the host's database, making it if it is missing and converting it if it is of version 0. */
export function openDatabase(file: string): Database.Database {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  // A charge that was answered for is on the disk, also when the power fails.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.transaction(() => bringUpToDate(database)).immediate();
  return database;
}

function bringUpToDate(database: Database.Database): void {
  if (database.pragma('user_version', { simple: true }) !== 0) return;
  // A new file has version 0, too, and so do files of the present schema from before versions were kept.
  const isOld = database.prepare("select 1 from pragma_table_info('entries') where name = 'entry_id'").get();
  database.exec(isOld === undefined ? SCHEMA : FROM_VERSION_0);
  database.pragma('user_version = 1');
}
