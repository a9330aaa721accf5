import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { VerificationServiceOptions } from '@dialproof/core';
import {
  SqlCreditLedger,
  type SqlDatabase,
  SqlEventOutbox,
  SqlListStore,
  SqlReplayStore,
  SqlSuppressionList,
  SqlTaskStore,
  SqlWebhookStore,
} from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { WebhooksOptions } from '@dialproof/webhooks';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import Database from 'better-sqlite3';

/** The settings of this application. */
export interface Settings {
  /** Folder of the databases and of running uploads. */
  readonly dataDirectory: string;
  /** Limits and a checker of Dialproof's, in place of its own and of the sandbox. */
  readonly verification?: Partial<VerificationServiceOptions>;
  /** The addresses that webhooks may have, and how they are found and trusted. */
  readonly webhooks?: Partial<WebhooksOptions>;
}

/** The injection tokens of the settings and of the host's own database. */
export const SETTINGS = Symbol('settings');
export const HOST_DATABASE = Symbol('host database');
const DIALPROOF_DATABASE = Symbol('database of Dialproof');

/** Dialproof's stores without events of their own: credits, repeated requests, webhooks, numbers that must not be called. */
const DIALPROOF_PARTS = [
  SqlCreditLedger,
  SqlReplayStore,
  SqlEventOutbox,
  SqlWebhookStore,
  SqlSuppressionList,
];

/** The host's own table. Times are milliseconds since 1970. */
const SCHEMA = `
  create table if not exists users (
    user_id text primary key,
    email text not null unique,
    token_hash blob not null unique,
    suspended integer not null default 0,
    -- The user's own number, as Dialproof has found it.
    phone text,
    phone_status text
  ) strict;
`;

/**
 * Opens the databases, and closes them when everything that uses them has been closed. Dialproof has a file of its own: it brings its
 * tables and migrations, and while it writes the 100,000 rows of an upload, the host's own writes do not wait for it.
 */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(HOST_DATABASE) private readonly hostDatabase: Database.Database,
    @Inject(DIALPROOF_DATABASE) private readonly dialproofDatabase: SqlDatabase,
  ) {}

  static forRoot(settings: Settings): DynamicModule {
    const fileOf = (name: string) => {
      // For this user of the system only: it holds customers' numbers.
      mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o700 });
      return join(settings.dataDirectory, name);
    };
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: HOST_DATABASE, useFactory: () => openHostDatabase(fileOf('users.sqlite')) },
        {
          provide: DIALPROOF_DATABASE,
          useFactory: () => openSqliteDatabase({ file: fileOf('dialproof.sqlite') }),
        },
        ...DIALPROOF_PARTS.map((Part) => ({
          provide: Part,
          inject: [DIALPROOF_DATABASE],
          useFactory: (database: SqlDatabase) => new Part({ database }),
        })),
        // The end of a task and of a list's run goes into the outbox, in one step with the end.
        ...[SqlTaskStore, SqlListStore].map((Store) => ({
          provide: Store,
          inject: [DIALPROOF_DATABASE, SqlEventOutbox],
          useFactory: (database: SqlDatabase, outbox: SqlEventOutbox) => new Store({ database, outbox }),
        })),
      ],
      exports: [SETTINGS, HOST_DATABASE, SqlTaskStore, SqlListStore, ...DIALPROOF_PARTS],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dialproofDatabase.close();
    this.hostDatabase.close();
  }
}

function openHostDatabase(file: string): Database.Database {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec(SCHEMA);
  return database;
}
