import { Worker } from 'node:worker_threads';
import type { IDetectedMap } from 'jschardet';

/** A question for the detector: one of its functions, and its arguments. */
export interface Question {
  readonly ask: 'detectAll' | 'chardet.detectAll';
  readonly bytes: Uint8Array;
  readonly options: object;
}

export type Detected = readonly Pick<IDetectedMap, 'encoding' | 'confidence'>[];

/** The program of the thread. It is text, since a bundler of the host's would not find a file. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { chardet, detectAll } = require(workerData);
parentPort.on('message', ({ ask, bytes, options }) => {
  const detected = ask === 'detectAll' ? detectAll(bytes, options) : chardet.detectAll(bytes, options);
  parentPort.postMessage(detected.map(({ encoding, confidence }) => ({ encoding, confidence })));
});
`;

interface Waiting {
  readonly resolve: (detected: Detected) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * jschardet in a thread of its own. Its model of 23 MB is unpacked in one step, which would stop the event loop for 0.4 seconds in the
 * first file of a process that is not UTF-8. An idle thread does not keep the process alive.
 */
class DetectorThread {
  readonly #worker: Worker;
  /** Answers come in the order of the questions. */
  readonly #waiting: Waiting[] = [];

  /** `detectorModule`: the file of jschardet. */
  constructor(detectorModule: string, onEnd: () => void) {
    this.#worker = new Worker(PROGRAM, {
      eval: true,
      name: 'dialproof-encodings',
      workerData: detectorModule,
      execArgv: [],
    });
    this.#worker.on('message', (detected: Detected) => {
      this.#waiting.shift()?.resolve(detected);
      if (this.#waiting.length === 0) this.#worker.unref();
    });
    let failure: unknown = new Error('the thread that detects encodings has ended');
    // A failed thread ends by itself. It is used until then, so that there are never two.
    this.#worker.on('error', (error) => {
      failure = error;
    });
    this.#worker.on('exit', () => {
      onEnd();
      for (const { reject } of this.#waiting.splice(0)) reject(failure);
    });
    this.#worker.unref();
  }

  ask(question: Question): Promise<Detected> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(question);
    });
  }
}

/**
 * The detector's thread, started when it is first needed. It is module-level state: the model is the same for every service, and an owner
 * would have to be passed through every reader of files. It stays until the process ends, as the library would in the thread of the caller.
 */
let thread: DetectorThread | undefined;

/** Resolves to jschardet's answer. Where no thread can be started, for example without the permission, jschardet runs in this one. */
export async function askDetector(question: Question): Promise<Detected> {
  try {
    const { detectorModule } = await import('./detector-module.js');
    thread ??= new DetectorThread(detectorModule, () => {
      thread = undefined;
    });
    return await thread.ask(question);
  } catch {
    const { chardet, detectAll } = await import('jschardet');
    const { ask, bytes, options } = question;
    return ask === 'detectAll' ? detectAll(Buffer.from(bytes), options) : chardet.detectAll(bytes, options);
  }
}
