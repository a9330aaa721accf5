import type { OpenedBody } from '../requests/api-request.js';
import { type ByteStream, iterable, release, type UploadProgress } from './upload-file.js';

export interface MultipartParts {
  /** The fields, which come before the file. */
  readonly fields: readonly (readonly [string, string])[];
  readonly name: string;
  readonly bytes: ByteStream;
  readonly totalBytes: number | undefined;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/** A form (RFC 7578) with one file, made while it is sent. A piece is read when the one before has left. */
export function multipartStream(parts: MultipartParts): OpenedBody {
  const boundary = `dialproof-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const pieces = formPieces(parts, boundary);
  let isOpen = true;
  let isReading = false;
  let failure: { readonly error: unknown } | undefined;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    // Without a connection no piece was read, so there is nothing to close.
    const closed = pieces.return().then(() => release(parts.bytes));
    // It closes after the present read, which may never end.
    if (isReading) closed.catch(() => {});
    else await closed;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isReading = true;
        const { done, value } = await pieces.next().catch((error) => {
          // A released stream may reject because of its release.
          if (isOpen) failure = { error };
          throw error;
        });
        isReading = false;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { body, contentType, contentFailure: () => failure, close };
}

async function* formPieces(
  { fields, name, bytes, totalBytes, onProgress }: MultipartParts,
  boundary: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  const partHeader = (disposition: string, more = ''): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const before = fields.map(([field, value]) => `${partHeader(`name="${quoted(field)}"`)}${value}\r\n`);
  const file = `name="file"; filename="${quoted(name)}"`;
  yield encoder.encode(before.join('') + partHeader(file, 'Content-Type: application/octet-stream\r\n'));
  let sentBytes = 0;
  onProgress?.({ sentBytes, totalBytes });
  for await (const piece of iterable(bytes)) {
    yield piece;
    sentBytes += piece.length;
    onProgress?.({ sentBytes, totalBytes });
  }
  yield encoder.encode(`\r\n--${boundary}--\r\n`);
}

/** As browsers write it (WHATWG HTML, 4.10.21.8). */
function quoted(text: string): string {
  return text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
