/** WhatsApp sends up to 3 MB in one request; those of Telegram are far smaller. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Reads the bytes of a request, and no more of it than a webhook may have. */
export async function readBody(request: Request): Promise<Uint8Array | 'too_large' | 'interrupted'> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) {
    await cancel(request.body);
    return 'too_large';
  }
  if (request.body === null) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    // The iteration's early end cancels the stream.
    for await (const piece of request.body) {
      bytes += piece.byteLength;
      if (bytes > MAX_BODY_BYTES) return 'too_large';
      pieces.push(piece);
    }
  } catch {
    return 'interrupted';
  }
  return Buffer.concat(pieces);
}

async function cancel(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.cancel().catch(() => {});
}
