import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/**
 * Takes the place of what the kit does in threads: it searches for temporary files when a service starts, and guesses encodings. A thread ends at a
 * time of the machine, which no seed decides. The returned function ends that.
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
