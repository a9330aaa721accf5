import type { Fetch } from '../../client-options.js';

/** A `fetch` that hands requests to a handler of this process, and gives them up with their signal as the runtime's own does. */
export function localFetch(handle: (request: Request) => Promise<Response>): Fetch {
  return async (url, init) => {
    const signal = init.signal ?? undefined;
    signal?.throwIfAborted();
    const response = await unlessAborted(handle(new Request(url, init)), signal);
    if (response.body === null || signal === undefined) return response;
    // After the signal, further reads of the body fail.
    const body = response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
    return new Response(body, response);
  };
}

function unlessAborted(answer: Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason);
      // A reply that still arrives is cancelled.
      answer.then(({ body }) => body?.cancel()).catch(() => {});
    };
    signal.addEventListener('abort', giveUp, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
