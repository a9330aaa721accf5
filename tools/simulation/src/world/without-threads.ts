import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/** Called in place of syncing a database's log to the disk. `path`: that of the log. */
type SyncLog = (path: string) => Promise<void>;

/**
 * Takes the place of what the kit does in threads over SQLite: it syncs a log, searches for temporary files when a service starts, and moves a long
 * log into its file. A thread ends at a time of the machine, which no seed decides. Without its thread, the log is moved by commits. The
 * returned function ends that.
 */
export function withoutThreads(syncLog: SyncLog): () => void {
  const { open, readdir } = promises;
  const { Worker } = threads;
  const openLog = async (...[path, ...rest]: Parameters<typeof open>) => {
    if (!String(path).endsWith('-wal')) return await open(path, ...rest);
    return { datasync: () => syncLog(String(path)), close: async () => {} };
  };
  Object.assign(promises, { open: openLog, readdir: async () => [] });
  Object.assign(threads, { Worker: NoThread });
  syncBuiltinESMExports();
  return () => {
    Object.assign(promises, { open, readdir });
    Object.assign(threads, { Worker });
    syncBuiltinESMExports();
  };
}

class NoThread {
  constructor() {
    throw new Error('no thread takes part in a simulation');
  }
}
