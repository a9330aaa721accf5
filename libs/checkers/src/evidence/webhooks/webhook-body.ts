/** WhatsApp sends up to 3 MB in one request; those of Telegram are far smaller. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Webhooks are mostly far smaller than this. Such a body is always read. */
const SMALL_BYTES = 64 * 1024;
/** The bytes of larger bodies, beyond their first ones, that one webhook holds at once: room for ten of the largest. */
const MAX_HELD_BYTES = 10 * MAX_BODY_BYTES;

export type BodyReader = (
  request: Request,
) => Promise<Uint8Array | 'too_large' | 'interrupted' | 'overloaded'>;

/**
 * Creates a function that reads the bytes of requests, up to the limit of a webhook's body. The sender is authenticated only when all bytes
 * have arrived, so concurrent bodies are limited too: otherwise strangers could fill the memory.
 */
export function bodyReader(): BodyReader {
  let allHeld = 0;
  return async ({ body, headers }) => {
    if (Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES) {
      await cancel(body);
      return 'too_large';
    }
    if (body === null) return new Uint8Array();
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    let held = 0;
    try {
      // The iteration's early end cancels the stream.
      for await (const piece of body) {
        bytes += piece.byteLength;
        if (bytes > MAX_BODY_BYTES) return 'too_large';
        const more = Math.max(0, bytes - SMALL_BYTES) - held;
        if (allHeld + more > MAX_HELD_BYTES) return 'overloaded';
        held += more;
        allHeld += more;
        pieces.push(piece);
      }
    } catch {
      return 'interrupted';
    } finally {
      allHeld -= held;
    }
    return Buffer.concat(pieces);
  };
}

async function cancel(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.cancel().catch(() => {});
}
