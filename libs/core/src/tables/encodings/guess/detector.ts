import { Worker } from 'node:worker_threads';
import type { IDetectedMap } from 'jschardet';
import { codePageDecoder } from '../code-page.js';

/** The detected encodings: jschardet's name of each, and the WHATWG's. */
const ENCODINGS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  cp949: 'euc-kr',
  'euc-kr': 'euc-kr',
  gb18030: 'gb18030',
  big5: 'big5',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-7': 'iso-8859-7',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  ibm866: 'ibm866',
};

const NAMES_OF_DETECTOR = new Map(Object.entries(ENCODINGS).map(([theirs, name]) => [name, theirs]));

/** The detector's answer for bytes that are in none of the given encodings. */
const NO_MATCH = 'utf-8';

/** An encoding in which the text may be. */
export interface Candidate {
  readonly name: string;
  readonly confidence: number;
  readonly text: string;
}

/** The encodings in which the sample can be decoded, the most credible first. */
export async function candidatesFor(cells: Buffer, sample: Buffer): Promise<readonly Candidate[]> {
  const detected = await askDetector({
    ask: 'detectAll',
    bytes: cells,
    options: { detectEncodings: Object.keys(ENCODINGS), minimumThreshold: 0 },
  });
  const candidates = new Map<string, Candidate>();
  for (const { encoding, confidence } of detected) {
    const name = ENCODINGS[encoding?.toLowerCase() ?? ''];
    if (name === undefined || candidates.has(name)) continue;
    const text = cellText(name, cells);
    if (text === undefined || decodedAs(name, sample) === undefined) continue;
    candidates.set(name, { name, confidence, text });
  }
  return [...candidates.values()];
}

/** The text of cells in an encoding; undefined if they have bytes or control characters that no text in it has. */
export function cellText(name: string, cells: Buffer): string | undefined {
  const text = decodedAs(name, cells);
  return text === undefined || /[\u0080-\u009f]/.test(text) ? undefined : text;
}

/** The decoded text; undefined if the bytes are not in the encoding. A character may be cut off at the end. */
export function decodedAs(name: string, bytes: Buffer): string | undefined {
  return codePageDecoder(name)(bytes);
}

/** The confidence in one encoding for these bytes, from 0 to 1, without a comparison. */
export async function confidenceOf(name: string, bytes: Buffer): Promise<number> {
  const detected = await askDetector({
    ask: 'chardet.detectAll',
    bytes,
    options: {
      includeEncodings: [NAMES_OF_DETECTOR.get(name) ?? name, NO_MATCH],
      // The default is Windows-1252, with a printed warning if that is not among the given encodings.
      noMatchEncoding: NO_MATCH,
      ignoreThreshold: true,
    },
  });
  return detected.find(({ encoding }) => ENCODINGS[encoding?.toLowerCase() ?? ''] === name)?.confidence ?? 0;
}

/** A question for the detector: one of its functions, and its arguments. */
interface Question {
  readonly ask: 'detectAll' | 'chardet.detectAll';
  readonly bytes: Uint8Array;
  readonly options: object;
}

type Detected = readonly Pick<IDetectedMap, 'encoding' | 'confidence'>[];

/** The program of the thread. It is a string, since bundlers would not find a file of its own. */
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
    // A failed thread ends by itself. It stays in use until then, so that there are never two.
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
 * would have to be passed through every reader of files. It stays until the process ends, as the library itself would.
 */
let thread: DetectorThread | undefined;

/**
 * Resolves to jschardet's answer. If no thread can be started, for example without the permission, jschardet runs in the caller's thread.
 */
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
