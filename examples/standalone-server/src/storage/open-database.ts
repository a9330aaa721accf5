import { InProcessTaskQueue, type TaskQueue } from '@dialproof/core';
import type { SqlDatabase } from '@dialproof/sql';
import { openPostgresDatabase, PostgresTaskQueue } from '@dialproof/sql/postgres';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { Settings } from '../settings/settings.js';

export type DatabaseSettings = Pick<
  Settings,
  'databaseConnections' | 'databaseSchema' | 'databaseUrl' | 'migrate'
>;

/** A database, and what depends on its kind. */
export interface OpenDatabase {
  readonly database: SqlDatabase;
  /** Whether it is the file of the data folder, which one server has to itself. Other processes work over any other. */
  readonly isEmbedded: boolean;
  /** A queue that finds the work in it. With `workers` 0 it does none, and only tells other processes. */
  createQueue(workers: number): TaskQueue;
}

/** Opens PostgreSQL where the settings name it, else the file, which is made if it is missing. Rejects with `storage_unavailable`. */
export async function openDatabase(
  databaseFile: string,
  { databaseConnections, databaseSchema, databaseUrl, migrate }: DatabaseSettings,
): Promise<OpenDatabase> {
  if (databaseUrl === null) {
    const database = await openSqliteDatabase({ file: databaseFile });
    return {
      database,
      isEmbedded: true,
      createQueue: (workers) => new InProcessTaskQueue({ concurrency: workers }),
    };
  }
  const database = await openPostgresDatabase({
    url: databaseUrl,
    schema: databaseSchema,
    maxConnections: databaseConnections,
    migrate: migrate === 'on',
  });
  return {
    database,
    isEmbedded: false,
    createQueue: (workers) => new PostgresTaskQueue({ database, concurrency: workers }),
  };
}
