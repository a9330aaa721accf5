import promises, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Runs `work` while the asynchronous calls of the file system that the kit makes over SQLite end at once: the sync of a log, and the search for
 * temporary files when a service starts. They run in threads, and would end now before and now after what else happens at the same time.
 */
export async function withoutThreads<Result>(work: () => Promise<Result>): Promise<Result> {
  const handle = await open(process.execPath);
  // The class of file handles, which Node does not export.
  const handles: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  const { datasync } = handles;
  const { readdir } = promises;
  handles.datasync = async () => {};
  Object.assign(promises, { readdir: async () => [] });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    handles.datasync = datasync;
    Object.assign(promises, { readdir });
    syncBuiltinESMExports();
  }
}
