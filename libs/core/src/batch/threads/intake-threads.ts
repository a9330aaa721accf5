import type { Worker } from 'node:worker_threads';
import { DialproofError } from '../../model/errors.js';
import { UploadContent } from '../../tables/upload-content.js';
import type { ReadSubmit, SubmitParts, UploadParts } from '../intake/upload-parts.js';
import type { ReadPreview } from '../preview/read-preview.js';
import { asBuffer, ThreadedUpload } from './threaded-upload.js';
import type { UploadJob, UploadResult, UploadResults, UploadStart } from './upload-messages.js';

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
    const contents = await this.#read({ kind: 'submit', upload }, parts, parts);
    return { ...contents, chunks: contents.chunks.map(asBuffer) };
  };

  /** The same for a preview. */
  readonly readPreview: ReadPreview = async (upload, parts) =>
    await this.#read({ kind: 'preview', upload }, parts, null);

  async #read<Job extends UploadJob>(
    job: Job,
    parts: UploadParts,
    draft: SubmitParts | null,
  ): Promise<UploadResults[Job['kind']]> {
    const { onPiece, signal } = parts;
    const content = new UploadContent(parts.content, {
      maxBytes: job.upload.limits.maxFileBytes,
      onPiece,
      signal,
    });
    try {
      const startWorker = this.#startWorker ?? (await loadedStart());
      // A thread that is started after `close` would never end.
      content.throwIfAborted();
      const thread = this.#nextThread(startWorker);
      const result = await thread.read(job, new ThreadedUpload(content, signal, draft));
      // The result is of the kind of the job: the other side is the program of the thread.
      return result as UploadResults[Job['kind']];
    } finally {
      await content.close();
    }
  }

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

  async read(job: UploadJob, upload: ThreadedUpload): Promise<UploadResult> {
    this.#uploads.add(upload);
    const result = upload.result();
    try {
      const start: UploadStart = { ...job, port: upload.remotePort };
      this.#worker.postMessage(start, [upload.remotePort]);
    } catch (error) {
      // The request says something that is no plain data.
      upload.lose(error);
    }
    try {
      return await result;
    } finally {
      this.#uploads.delete(upload);
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
