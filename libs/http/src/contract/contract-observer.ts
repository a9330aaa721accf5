import type { OperationName } from '../operations/operations.js';
import type { RequestSubject } from '../sign-in/sign-in.js';

/** A request and its reply. */
export interface ObservedRequest extends Readonly<RequestSubject> {
  /** In capitals. */
  readonly method: string;
  /** Undefined if the path does not take the request's method: then the reply is 405, or 204 for OPTIONS. */
  readonly operation: OperationName | undefined;
  /** The status of the reply. */
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
 * Gets each request of the contract, for metrics and audit logs. `onRequest` is called synchronously, so it should return at once. A
 * returned promise is not awaited. If it throws or rejects, the reply does not change; `onError` gets the first such error.
 */
export interface ContractObserver {
  /** The reply to a request is known and is being sent. */
  onRequest(request: ObservedRequest): void;
}

/** Passes requests to the observer. Never throws; the first failure of the observer goes to `onError`. */
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
