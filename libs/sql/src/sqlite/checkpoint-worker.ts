import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointAnswer, CheckpointRequest, CheckpointThreadData } from './checkpoints.js';
import { openWithDriver } from './driver.js';

/** The program of a thread that moves a database's log into its file on request, over its own connection. */
// `Checkpoints` starts the thread with these data.
const { file } = workerData as CheckpointThreadData;
const database = openWithDriver(file, { fileMustExist: true, timeout: 0 });
// The log then reaches the disk before the file changes, and the file before the log is overwritten.
database.pragma('synchronous = FULL');

parentPort?.on('message', (request: CheckpointRequest) => {
  if (request === 'move') {
    move();
    answer('ready');
  } else {
    database.close();
    parentPort?.close();
  }
});
answer('started');

function move(): void {
  try {
    // Passive: it does not wait for others, and others do not wait for it.
    database.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The next write reports a failing disk. The rest of the log is moved later.
  }
}

function answer(text: CheckpointAnswer): void {
  parentPort?.postMessage(text);
}
