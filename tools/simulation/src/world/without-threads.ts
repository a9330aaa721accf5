import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Called in place of syncing a database's log to the disk. `path`: that of the log. */
type SyncLog = (path: string) => Promise<void>;

/**
 * Takes the place of the asynchronous calls of the file system that the kit makes over SQLite: the sync of a log, and the search for temporary files
 * when a service starts. They run in threads, and would end sooner or later than what else happens at that time. The returned function ends that.
 */
export function withoutThreads(syncLog: SyncLog): () => void {
  const { open, readdir } = promises;
  const openLog = async (...[path, ...rest]: Parameters<typeof open>) => {
    if (!String(path).endsWith('-wal')) return await open(path, ...rest);
    return { datasync: () => syncLog(String(path)), close: async () => {} };
  };
  Object.assign(promises, { open: openLog, readdir: async () => [] });
  syncBuiltinESMExports();
  return () => {
    Object.assign(promises, { open, readdir });
    syncBuiltinESMExports();
  };
}
