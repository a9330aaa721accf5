import { unlessAborted } from '../calls/waiting.js';

/**
 * Reads a reply's body as UTF-8. Returns undefined if it is longer than `maxBytes`, whose rest is not read. Bytes count as they are after
 * decompression, which goes on only as fast as they are read.
 */
export async function readText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let isComplete = false;
  try {
    if (announcedBytes(response) > maxBytes) return undefined;
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) return undefined;
      chunks.push(value);
    }
    isComplete = true;
  } finally {
    // Else the connection stays busy with a body that nobody reads.
    if (!isComplete) reader.cancel().catch(() => {});
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The announced length of the body. That of a compressed one says nothing about its content. */
function announcedBytes({ headers }: Response): number {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
}
