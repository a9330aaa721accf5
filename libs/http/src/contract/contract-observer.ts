import type { RequestSubject } from '../operations/operation.js';
import type { OperationName } from '../wire/routes.js';

/** A request that has its reply. */
export interface ObservedRequest extends Readonly<RequestSubject> {
  /** In capitals. */
  readonly method: string;
  /** Undefined where the path does not take the request's method: those replies are 405, or 204 for OPTIONS. */
  readonly operation: OperationName | undefined;
  /** That of the reply. */
  readonly status: number;
  /**
   * Milliseconds from the arrival of the request's head until the reply is known, the upload of a file included. The time that a download
   * or an event stream takes from then on does not count.
   */
  readonly durationMs: number;
  /** The framework's own request, as the authenticator gets it. */
  readonly raw: unknown;
}

/**
 * Is told by the contract what it does, for metrics and audit logs. `onRequest` is called synchronously for each request, so it should take no time.
 * Nothing waits for a promise that it returns. Where it throws or rejects, that changes nothing of the reply; `onError` is told of the first
 * time.
 */
export interface ContractObserver {
  /** A request has its reply, which goes out now. */
  onRequest(request: ObservedRequest): void;
}

/** Tells the observer of requests. Never throws; the first failure of the observer goes to `onError`. */
export function observedRequests(
  observer: ContractObserver,
  onError: (error: unknown) => void,
): (request: ObservedRequest) => void {
  let hasFailed = false;
  const fail = (cause: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    onError(new Error('the observer of the HTTP contract failed', { cause }));
  };
  return (request) => {
    try {
      const returned: unknown = observer.onRequest(request);
      if (returned instanceof Promise) Promise.resolve(returned).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
