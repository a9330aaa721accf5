import { openPostgresDatabase } from '@dialproof/sql/postgres';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';

/** The file of a SQLite database, or a schema of a PostgreSQL server. */
export type StoreAddress = { readonly file: string } | { readonly url: string; readonly schema: string };

export function openDatabase(store: StoreAddress) {
  return 'file' in store ? openSqliteDatabase(store) : openPostgresDatabase(store);
}
