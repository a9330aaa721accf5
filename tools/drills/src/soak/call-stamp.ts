import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** The header that tells an upstream when a request of `fetch` began. */
const HEADER = 'x-begun-at';

/** The monotonic time in milliseconds, which all processes of a machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}

/** The message of Node's `fetch` about a request before it is sent. */
interface CreatedRequest {
  readonly origin: string;
  addHeader(name: string, value: string): unknown;
}

/** Stamps this thread's requests of `fetch` to these origins with the time of their beginning, until the returned function is called. */
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

/** The beginning of a request, by its headers. Throws RangeError for a request without a stamp, which cannot be judged. */
export function stampOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): number {
  const begunAt = Number(headers[HEADER]);
  if (Number.isNaN(begunAt)) throw new RangeError(`a request has no ${HEADER}`);
  return begunAt;
}
