import type { Fetch } from './upstream.js';

/** A `fetch` that counts the bytes that are taken from bodies, as they are after decompression. */
export function countedFetch(): { readonly fetch: Fetch; readonly bytes: () => number } {
  let bytes = 0;
  const fetch: Fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    const { body, headers, status } = response;
    return new Response(body?.pipeThrough(counter) ?? null, { headers, status });
  };
  return { fetch, bytes: () => bytes };
}
