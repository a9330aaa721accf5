import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillFile } from './drill-file.js';

/** The outcome of an upload, as its sender sees it. */
export type UploadOutcome =
  | { readonly kind: 'accepted'; readonly taskId: string; readonly total: number }
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  /** No answer came. `sentAll`: whether the server may have the whole file. */
  | { readonly kind: 'cut'; readonly sentAll: boolean }
  /** No server listened on the port. */
  | { readonly kind: 'unreachable' };

const BOUNDARY = 'dialproof-drill-boundary';
const PIECE_BYTES = 16 * 1024;
const PAUSE_MS = 3;

/** Sends a file slowly, so that a kill can hit it half way. */
export class PacedUpload {
  readonly file: DrillFile;
  readonly outcome: Promise<UploadOutcome>;
  readonly #body: Buffer;
  #sentBytes = 0;
  #settled = false;

  constructor(base: string, token: string, file: DrillFile) {
    this.file = file;
    this.#body = formBody(file);
    this.outcome = this.#send(base, token).finally(() => {
      this.#settled = true;
    });
  }

  /** The share of the body that was handed to the network, 0 to 1. */
  get sentShare(): number {
    return this.#sentBytes / this.#body.length;
  }

  get settled(): boolean {
    return this.#settled;
  }

  async #send(base: string, token: string): Promise<UploadOutcome> {
    const call = request(`${base}/v1/verify/batch`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': this.#body.length,
      },
    });
    let failed = false;
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve);
      call.on('error', (error) => {
        failed = true;
        reject(error);
      });
    });
    const outcome = answered.then(readOutcome).catch((error: unknown): UploadOutcome => {
      if (isConnectionRefused(error)) return { kind: 'unreachable' };
      return { kind: 'cut', sentAll: this.#sentBytes === this.#body.length };
    });
    while (!failed && this.#sentBytes < this.#body.length) {
      const piece = this.#body.subarray(this.#sentBytes, this.#sentBytes + PIECE_BYTES);
      // Counted before the write: otherwise a server could have the last byte while it counts as not sent.
      this.#sentBytes += piece.length;
      call.write(piece);
      await delay(PAUSE_MS);
    }
    call.end();
    return outcome;
  }
}

function isConnectionRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

async function readOutcome(response: IncomingMessage): Promise<UploadOutcome> {
  // The contract defines this body, as above.
  const body = (await json(response)) as { task_id?: string; total?: number; detail?: string };
  const { statusCode = 0 } = response;
  if (statusCode === 202 && body.task_id !== undefined) {
    return { kind: 'accepted', taskId: body.task_id, total: body.total ?? -1 };
  }
  return { kind: 'refused', status: statusCode, detail: body.detail ?? '' };
}

function formBody({ name, bytes }: DrillFile): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}
