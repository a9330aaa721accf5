import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { CheckpointAnswer, CheckpointRequest, CheckpointThreadData } from './checkpoint-calls.js';

/** The program of a thread that moves the log of a database into its file when it is asked to, over a connection of its own. */
// Whoever starts the thread gives it that.
const { file } = workerData as CheckpointThreadData;
const database = new Database(file, { fileMustExist: true, timeout: 0 });
// So the log is on the disk before the file is changed, and the file before the log is written over.
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
    // Passive: it waits for nobody, and nobody waits for it.
    database.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // Whoever writes next is told of a disk that fails. What was not moved is moved later.
  }
}

function answer(text: CheckpointAnswer): void {
  parentPort?.postMessage(text);
}
