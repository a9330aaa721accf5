import { Worker } from 'node:worker_threads';
import type { Clock } from '@dialproof/core';
import type { SqliteConnection } from './sqlite-connection.js';

/** The data with which the checkpoint thread is started. */
export interface CheckpointThreadData {
  /** Path of the database. */
  readonly file: string;
}

/** `move`: moves as much of the log as possible without waiting for others. */
export type CheckpointRequest = 'move' | 'end';

/** `ready`: the request is done, as far as possible. */
export type CheckpointAnswer = 'started' | 'ready';

export interface CheckpointsParts {
  /** Path of the database. */
  readonly file: string;
  readonly writing: Pick<SqliteConnection, 'setCheckpointPages'>;
  readonly reading: Pick<SqliteConnection, 'logPages' | 'version'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** The program of the thread. Default: the one beside this file. */
  readonly program?: URL;
}

/** At this length of the log, in pages, the thread is started. That is before SQLite would move the log within a commit. */
const START_PAGES = 500;
/** The thread moves a log of this many pages or more. It is SQLite's own default for a commit. */
const MOVED_PAGES = 1_000;
/**
 * A commit that leaves this many pages, 16 MiB, moves them itself, since writes do not pause for long enough. It moves only the pages
 * written since the thread last began.
 */
const MOST_PAGES = 4_000;
/** The shortest time between two queries of the log's length. */
const ASK_EVERY_MS = 20;

/** The first version of SQLite in which checkpoints beside writes cannot damage a file, and which reports the length of a log. */
const LEAST_VERSION = [3, 51, 3] as const;

/**
 * Moves the log of a database into its file in a separate thread. Within a commit, the move waits for the disk twice and blocks the
 * process. If there can be no thread, commits move the log.
 */
export class Checkpoints {
  readonly #parts: CheckpointsParts;
  #state: 'none' | 'starting' | 'idle' | 'at work' | 'off';
  #lastAskedAt = Number.NEGATIVE_INFINITY;
  #thread: Worker | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: CheckpointsParts) {
    this.#parts = parts;
    this.#state = isAtLeast(parts.reading.version(), LEAST_VERSION) ? 'none' : 'off';
  }

  /** To be called after each commit. It never throws. */
  noteCommit(): void {
    if (this.#state !== 'none' && this.#state !== 'idle') return;
    const now = this.#parts.clock.elapsed();
    if (now - this.#lastAskedAt < ASK_EVERY_MS) return;
    this.#lastAskedAt = now;
    try {
      const { moved, pages } = this.#parts.reading.logPages();
      if (this.#state === 'idle' && pages >= MOVED_PAGES && moved < pages) this.#move();
      else if (this.#state === 'none' && pages >= START_PAGES) void this.#start();
    } catch {
      this.#giveUp();
    }
  }

  /** Ends the thread after its present request. Safe twice. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#state = 'off';
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread === undefined) return;
    // A thread that could not start emits an error first, and then ends too.
    const ended = new Promise<void>((resolve) => {
      thread.once('exit', () => resolve());
    });
    // Otherwise the process could end while a caller waits for this.
    thread.ref();
    thread.postMessage('end' satisfies CheckpointRequest);
    await ended;
  }

  async #start(): Promise<void> {
    this.#state = 'starting';
    try {
      this.#startThread(this.#parts.program ?? (await loadedProgram()));
    } catch {
      this.#giveUp();
    }
  }

  #startThread(program: URL): void {
    if (this.#state === 'off') return;
    const { file } = this.#parts;
    const workerData: CheckpointThreadData = { file };
    // The thread must not load the modules that the host preloads.
    const thread = new Worker(program, { workerData, execArgv: [] });
    this.#thread = thread;
    thread.on('message', (answer: CheckpointAnswer) => this.#take(answer));
    // This happens, for instance, if a bundle lacks the program. The thread has ended then.
    thread.on('error', () => this.#giveUp());
    thread.on('exit', () => this.#giveUp());
    thread.unref();
  }

  #move(): void {
    this.#state = 'at work';
    this.#thread?.postMessage('move' satisfies CheckpointRequest);
  }

  #take(answer: CheckpointAnswer): void {
    if (this.#state === 'off') return;
    if (answer === 'started') this.#parts.writing.setCheckpointPages(MOST_PAGES);
    this.#state = 'idle';
  }

  #giveUp(): void {
    if (this.#state === 'off') return;
    this.#state = 'off';
    this.#thread = undefined;
    this.#parts.writing.setCheckpointPages(MOVED_PAGES);
  }
}

/** Loaded when a thread is needed: jest runs ES modules as CommonJS, which has no `import.meta.url`. */
async function loadedProgram(): Promise<URL> {
  return (await import('./checkpoint-program.js')).CHECKPOINT_PROGRAM;
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const place = least.findIndex((part, index) => parts[index] !== part);
  return place === -1 || (parts[place] ?? 0) > (least[place] ?? 0);
}
