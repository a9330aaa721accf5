import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Tells an upstream when a request of `fetch` was begun. */
const HEADER = 'x-begun-at';

/** The time that has passed, in milliseconds: one clock for all processes of a machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}

/** What Node's `fetch` says of a request before it is sent. */
interface CreatedRequest {
  readonly origin: string;
  addHeader(name: string, value: string): unknown;
}

/** Stamps the requests of `fetch` in this thread to these origins with the time at which they begin, until the function it returns is called. */
export function stampRequests(origins: readonly string[]): () => void {
  const stamp = (message: unknown): void => {
    // The form of this message is documented with undici, Node's own client.
    const { request } = message as { readonly request: CreatedRequest };
    if (origins.includes(String(request.origin))) request.addHeader(HEADER, String(monotonicMs()));
  };
  subscribe('undici:request:create', stamp);
  return () => {
    unsubscribe('undici:request:create', stamp);
  };
}

/** When a request was begun, by its headers. Throws RangeError for one without a stamp: nothing could be said about it. */
export function stampOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): number {
  const begunAt = Number(headers[HEADER]);
  if (Number.isNaN(begunAt)) throw new RangeError(`a request has no ${HEADER}`);
  return begunAt;
}
