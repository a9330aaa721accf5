import type { ObservationStore } from '@dialproof/core';
import type { PricedOutcome } from '../around/money/price-list.js';
import type { AnyChecker } from '../calls/same-kind.js';
import type { SandboxCheckerOptions } from '../sandbox-checker.js';
import type { Fetch } from '../upstream/upstream.js';

/** What some of the checkers need from the host. */
export interface HostParts {
  /** For `sandbox`. */
  readonly sandbox?: SandboxCheckerOptions;
  /** For `evidence`: without it, that checker cannot be named. */
  readonly observations?: ObservationStore;
  /** For `http`: hears why numbers of a bulk answer were failed checks, each reason once. */
  readonly onFailedEntry?: (problem: string) => void;
  /** For the upstreams. Default the global `fetch`. */
  readonly fetch?: Fetch;
}

export interface NamedChecker {
  readonly checker: AnyChecker;
  /** Whether its answers are paid for. */
  readonly costs: boolean;
  /** What its vendor charges for, where that is not every answer: the other outcomes are free. */
  readonly charges?: readonly PricedOutcome[];
  /** The settings that its answers depend on, without credentials, as JSON can write them. Default: none. */
  readonly asks?: readonly unknown[];
  /**
   * Asks the upstream something that costs nothing, and rejects as a check does: so wrong credentials are found at the start. Undefined where
   * the vendor has nothing that is free.
   */
  readonly tryOut?: (signal: AbortSignal) => Promise<unknown>;
}

/** The option `fetch` of an upstream. */
export const fetchOf = ({ fetch }: HostParts) => (fetch === undefined ? {} : { fetch });
