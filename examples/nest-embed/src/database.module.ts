import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteDatabase, SoleProcessLock, type SqlDatabase, SqlTaskStore } from '@dialproof/sql';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { openHostDatabase } from './host-database.js';
import { SETTINGS, type Settings } from './settings.module.js';

/** The injection token of the host's own database. */
export const HOST_DATABASE = Symbol('host database');
const TASK_DATABASE = Symbol('task database');

/**
 * Opens the databases, and closes them when everything that uses them has been closed. Dialproof's tasks have a file of their own: the
 * store brings tables and migrations, and while it writes the 100,000 rows of an upload, the host's own writes do not wait for it.
 */
@Global()
@Module({
  providers: [
    {
      provide: SoleProcessLock,
      inject: [SETTINGS],
      useFactory: ({ dataDirectory }: Settings) => {
        // For this user of the system alone: it holds customers' numbers.
        mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
        return SoleProcessLock.acquire(join(dataDirectory, 'host.lock'));
      },
    },
    // The lock is injected so that it comes first.
    {
      provide: HOST_DATABASE,
      inject: [SETTINGS, SoleProcessLock],
      useFactory: ({ dataDirectory }: Settings) => openHostDatabase(join(dataDirectory, 'host.sqlite')),
    },
    {
      provide: TASK_DATABASE,
      inject: [SETTINGS, SoleProcessLock],
      useFactory: ({ dataDirectory }: Settings) =>
        openSqliteDatabase({ file: join(dataDirectory, 'tasks.sqlite') }),
    },
    {
      provide: SqlTaskStore,
      inject: [TASK_DATABASE],
      useFactory: (database: SqlDatabase) => new SqlTaskStore({ database }),
    },
  ],
  exports: [HOST_DATABASE, SqlTaskStore],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(HOST_DATABASE) private readonly hostDatabase: Database,
    @Inject(TASK_DATABASE) private readonly taskDatabase: SqlDatabase,
    private readonly lock: SoleProcessLock,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.taskDatabase.close();
    this.hostDatabase.close();
    this.lock.release();
  }
}
