/** How long a task waits before it asks a checker again that is down: a quarter of the outage so far, within these bounds. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export interface OutageDecision {
  readonly since: number;
  /** Whether the outage has lasted too long, so that the task fails. */
  readonly givesUp: boolean;
  /** When to try again. */
  readonly notBefore: number;
}

export function judgeOutage(since: number | null, now: number, outageTimeoutMs: number): OutageDecision {
  // A clock that jumped back makes an outage begin anew rather than in the future.
  const start = Math.min(since ?? now, now);
  const lasted = now - start;
  return {
    since: start,
    givesUp: lasted >= outageTimeoutMs,
    notBefore: now + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, Math.ceil(lasted / 4))),
  };
}
