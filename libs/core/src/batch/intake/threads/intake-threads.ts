import { Worker } from 'node:worker_threads';
import { DialproofError } from '../../../model/errors.js';
import type { TaskContents } from '../../../ports/task-store.js';
import { UploadContent } from '../../../tables/upload-content.js';
import type { ReadUpload, UploadParts, UploadToRead } from '../upload-parts.js';
import { ThreadedUpload } from './threaded-upload.js';
import type { UploadStart } from './upload-messages.js';

/**
 * Reads files in threads of its own. A thread is started when a file comes and all others have one; more files than threads share them.
 * A thread keeps no process alive, and stays for later files until `close`.
 */
export class IntakeThreads {
  readonly #maxThreads: number;
  readonly #startWorker: () => Worker;
  readonly #threads = new Set<IntakeThread>();

  constructor(maxThreads: number, startWorker: () => Worker = startIntakeWorker) {
    this.#maxThreads = maxThreads;
    this.#startWorker = startWorker;
  }

  /** Code besides those of every {@link ReadUpload}: `overloaded` when the thread could not start, or has ended. */
  readonly read: ReadUpload = async (upload, parts) => {
    const { onPiece, signal } = parts;
    const content = new UploadContent(parts.content, {
      maxBytes: upload.limits.maxFileBytes,
      onPiece,
      signal,
    });
    try {
      // A thread that is started after `close` would never end.
      content.throwIfAborted();
      return await this.#nextThread().read(upload, content, parts);
    } finally {
      await content.close();
    }
  };

  /** Ends the threads. To be called when every reading has ended or was aborted. Safe twice. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #nextThread(): IntakeThread {
    const [least] = [...this.#threads].sort((one, other) => one.uploads - other.uploads);
    if (least !== undefined && (least.uploads === 0 || this.#threads.size >= this.#maxThreads)) return least;
    const thread = new IntakeThread(this.#startWorker, () => this.#threads.delete(thread));
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
  constructor(startWorker: () => Worker, onEnd: () => void) {
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

  async read(upload: UploadToRead, content: UploadContent, parts: UploadParts): Promise<TaskContents> {
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

function startIntakeWorker(): Worker {
  return new Worker(new URL('./intake-worker.js', import.meta.url), {
    name: 'dialproof-intake',
    // Of the host's, some make a thread fail (`--input-type`), and others load what is meant for the host alone, such as tracing.
    execArgv: [],
  });
}

function threadLost(cause: unknown): DialproofError {
  return new DialproofError('overloaded', {
    hint: 'the thread that was to read the file has ended; send the file again',
    retryAfterMs: 1_000,
    cause,
  });
}
