import { Worker } from 'node:worker_threads';
import type { CheckpointAnswer, CheckpointRequest, CheckpointThreadData } from './checkpoint-calls.js';
import type { SqliteConnection } from './sqlite-connection.js';

export interface CheckpointsParts {
  /** Of the database. */
  readonly file: string;
  readonly writing: Pick<SqliteConnection, 'setCheckpointPages'>;
  readonly reading: Pick<SqliteConnection, 'logPages' | 'version'>;
  /** The program of the thread. Default: the one beside this file. */
  readonly program?: URL;
}

/** A log of so many pages gets a thread, before SQLite would move it within a commit. */
const START_PAGES = 500;
/** The thread moves a log from so many pages on. It is SQLite's own default for a commit. */
const MOVED_PAGES = 1_000;
/**
 * A commit that leaves so many pages, 16 MiB, moves them after all: writes never pause for long enough. It moves only what was written since the
 * thread began last.
 */
const MOST_PAGES = 4_000;
/** How often the length of the log is asked for, at most. */
const ASK_EVERY_MS = 20;

/** The first SQLite in which checkpoints beside writes cannot damage a file, and that tells how long a log is. */
const LEAST_VERSION = [3, 51, 3] as const;

/**
 * Moves the log of a database into its file from a thread of its own. Within a commit this waits for the disk twice, while the process stands
 * still. Where there can be no thread, commits move it as before.
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
    const now = performance.now();
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

  /** Ends the thread when it has done what it is at. Safe twice. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#state = 'off';
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread === undefined) return;
    // A thread that could not start has an error first, and ends too.
    const ended = new Promise<void>((resolve) => {
      thread.once('exit', () => resolve());
    });
    // Else the process could end while somebody waits for this.
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
    // What the host has loaded into its process is not for this thread.
    const thread = new Worker(program, { workerData, execArgv: [] });
    this.#thread = thread;
    thread.on('message', (answer: CheckpointAnswer) => this.#take(answer));
    // As where its program was left out of a bundle. It has ended then.
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

/** Loaded when a thread is needed: jest runs ES modules as CommonJS, which cannot say where a file is. */
async function loadedProgram(): Promise<URL> {
  return (await import('./checkpoint-program.js')).CHECKPOINT_PROGRAM;
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const place = least.findIndex((part, index) => parts[index] !== part);
  return place === -1 || (parts[place] ?? 0) > (least[place] ?? 0);
}
