import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/**
 * Does without threads what the kit does in them: it searches for temporary files when a service starts, and guesses encodings. The end of
 * a thread depends on the machine and not on the seed. The returned function restores the threads.
 */
export function withoutThreads(): () => void {
  const { readdir } = promises;
  const { Worker } = threads;
  Object.assign(promises, { readdir: async () => [] });
  Object.assign(threads, { Worker: NoThread });
  syncBuiltinESMExports();
  return () => {
    Object.assign(promises, { readdir });
    Object.assign(threads, { Worker });
    syncBuiltinESMExports();
  };
}

class NoThread {
  constructor() {
    throw new Error('no thread takes part in a simulation');
  }
}
