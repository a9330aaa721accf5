import type { Worker } from 'node:worker_threads';
import { DialproofError } from '../../model/errors.js';
import type { TaskContents } from '../../ports/task-store.js';
import { UploadContent } from '../../tables/upload-content.js';
import type { ReadSubmit, SubmitParts, SubmitToRead } from '../intake/upload-parts.js';
import { ThreadedUpload } from './threaded-upload.js';
import type { UploadStart } from './upload-messages.js';

type StartWorker = () => Worker;

/**
 * Reads files in threads of its own. A thread is started when a file comes and all others have one; more files than threads share them.
 * A thread keeps no process alive, and stays for later files until `close`.
 */
export class IntakeThreads {
  readonly #maxThreads: number;
  readonly #startWorker: StartWorker | undefined;
  readonly #threads = new Set<IntakeThread>();

  constructor(maxThreads: number, startWorker?: StartWorker) {
    this.#maxThreads = maxThreads;
    this.#startWorker = startWorker;
  }

  /** Code besides those of every {@link ReadSubmit}: `overloaded` when the thread could not start, or has ended. */
  readonly readSubmit: ReadSubmit = async (upload, parts) => {
    const { onPiece, signal } = parts;
    const content = new UploadContent(parts.content, {
      maxBytes: upload.limits.maxFileBytes,
      onPiece,
      signal,
    });
    try {
      const startWorker = this.#startWorker ?? (await loadedStart());
      // A thread that is started after `close` would never end.
      content.throwIfAborted();
      return await this.#nextThread(startWorker).read(upload, content, parts);
    } finally {
      await content.close();
    }
  };

  /** Ends the threads. To be called when every reading has ended or was aborted. Safe twice. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #nextThread(startWorker: StartWorker): IntakeThread {
    const [least] = [...this.#threads].sort((one, other) => one.uploads - other.uploads);
    if (least !== undefined && (least.uploads === 0 || this.#threads.size >= this.#maxThreads)) return least;
    const thread = new IntakeThread(startWorker, () => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }
}

/** A thread, and the files that it reads. */
class IntakeThread {
  readonly #worker: Worker;
  readonly #uploads = new Set<ThreadedUpload>();
  #failure: unknown;

  /** `onEnd` is called as soon as it takes no more files. Throws `overloaded` when no thread can be started. */
  constructor(startWorker: StartWorker, onEnd: () => void) {
    try {
      this.#worker = startWorker();
    } catch (error) {
      throw threadLost(error);
    }
    // The ports of its uploads keep the process alive for as long as they take.
    this.#worker.unref();
    this.#worker.on('error', (error) => {
      this.#failure = error;
      onEnd();
    });
    this.#worker.on('exit', (code) => {
      onEnd();
      const cause = this.#failure ?? new Error(`the thread has ended with exit code ${code}`);
      for (const upload of this.#uploads) upload.lose(threadLost(cause));
    });
  }

  /** Files that it reads at present. */
  get uploads(): number {
    return this.#uploads.size;
  }

  async read(upload: SubmitToRead, content: UploadContent, parts: SubmitParts): Promise<TaskContents> {
    const reading = new ThreadedUpload(content, parts);
    this.#uploads.add(reading);
    const contents = reading.contents();
    try {
      const start: UploadStart = { upload, port: reading.remotePort };
      this.#worker.postMessage(start, [reading.remotePort]);
    } catch (error) {
      // The request says something that is no plain data.
      reading.lose(error);
    }
    try {
      return await contents;
    } finally {
      this.#uploads.delete(reading);
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Loaded when a thread is needed: jest runs ES modules as CommonJS, which cannot say where a file is. */
async function loadedStart(): Promise<StartWorker> {
  try {
    return (await import('./start-intake-worker.js')).startIntakeWorker;
  } catch (error) {
    throw threadLost(error);
  }
}

function threadLost(cause: unknown): DialproofError {
  return new DialproofError('overloaded', {
    hint: 'the thread that was to read the file has ended; send the file again',
    retryAfterMs: 1_000,
    cause,
  });
}
