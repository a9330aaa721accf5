import { DialproofError, type OutageReason } from '@dialproof/core';

/** How an upstream refuses a request, beyond the failure of this one check. */
export const REFUSALS = [
  'unauthorized',
  'suspended',
  'out_of_funds',
  'unavailable',
  'throttled',
  'failed',
] as const;

/**
 * - `unauthorized`, `suspended`, `out_of_funds`: the operator has to do something before any number can be checked.
 * - `unavailable`: no number can be checked for a while.
 * - `throttled`: as `unavailable` where the upstream says for how long, else a failed check, which trying again mends.
 * - `failed`: this check failed.
 */
export type Refusal = (typeof REFUSALS)[number];

export function isRefusal(word: string): word is Refusal {
  return (REFUSALS as readonly string[]).includes(word);
}

/** A check that failed: the upstream could not be reached, stumbled, or gave an answer that is none. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  /**
   * When to try again at the earliest, where the upstream said so. 0 where the failure is that of the connection or of the upstream as a whole, so
   * that no number can be the reason; undefined where one may be.
   */
  readonly retryAfterMs: number | undefined;
  /** Whether the upstream may have done what was asked for, and may charge for it. */
  readonly mayBeCharged: boolean;

  constructor(
    message: string,
    { retryAfterMs, mayBeCharged }: Pick<UpstreamFailure, 'retryAfterMs' | 'mayBeCharged'>,
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.mayBeCharged = mayBeCharged;
  }
}

export interface RefusedRequest {
  /** The upstream's name. */
  readonly upstream: string;
  /** How it refused: its HTTP status, and its own word for it where it has one. */
  readonly how: string;
  /** Whether it may charge for the request nevertheless. */
  readonly mayBeCharged: boolean;
  readonly retryAfterMs: number | undefined;
}

/** The error to reject with. What the operator has to do stands in its hint. */
export function refusalError(
  refusal: Refusal,
  { how, mayBeCharged, retryAfterMs, upstream }: RefusedRequest,
): DialproofError | UpstreamFailure {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const outage = (code: OutageReason, hint: string) =>
    new DialproofError(code, { hint: `${upstream} ${hint} (${how})`, ...wait });
  switch (refusal) {
    case 'unauthorized':
      return outage(
        'checker_unauthorized',
        'refuses the credentials: check them and what they are allowed to do',
      );
    case 'suspended':
      return outage('checker_suspended', 'has suspended the account: ask its support what has to be done');
    case 'out_of_funds':
      return outage('checker_out_of_funds', 'has no balance left on the account: top it up');
    case 'unavailable':
      return outage('checker_unavailable', 'takes no requests at present');
    case 'throttled':
      return refusalError(retryAfterMs === undefined ? 'failed' : 'unavailable', {
        how,
        mayBeCharged,
        retryAfterMs: retryAfterMs ?? 0,
        upstream,
      });
    case 'failed':
      return new UpstreamFailure(`${upstream} has not answered (${how})`, { retryAfterMs, mayBeCharged });
    default:
      return refusal satisfies never;
  }
}

/** Whether an upstream that answered with this HTTP status may have done what it was asked for: a failure on its way, no refusal. */
export function isServerFailure(status: number): boolean {
  return status >= 500 && status !== 503;
}

/** Whether this HTTP status comes from something between here and the upstream, whatever the numbers of the request are. */
export function isGatewayFailure(status: number): boolean {
  return status === 502 || status === 504;
}

/** The refusal that an HTTP status stands for, where the body says no more. */
export function refusalOf(status: number): Refusal {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'out_of_funds';
  if (status === 429 || status === 503) return 'throttled';
  return 'failed';
}
