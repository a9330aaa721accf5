import type { ObservationStore } from '@dialproof/core';
import type { PricedOutcome } from '../around/money/price-list.js';
import type { AnyChecker } from '../calls/same-kind.js';
import type { SandboxCheckerOptions } from '../sandbox-checker.js';
import type { Fetch } from '../upstream/upstream.js';

/** The parts that some checkers need from the host. */
export interface HostParts {
  /** For `sandbox`. */
  readonly sandbox?: SandboxCheckerOptions;
  /** For `evidence`: without it, that checker cannot be named. */
  readonly observations?: ObservationStore;
  /** For `http`: gets the reasons of failed checks in bulk answers, each once. */
  readonly onFailedEntry?: (problem: string) => void;
  /** For the upstreams. Default the global `fetch`. */
  readonly fetch?: Fetch;
}

export interface NamedChecker {
  readonly checker: AnyChecker;
  /** Whether its answers are paid for. */
  readonly costs: boolean;
  /** The outcomes that its vendor charges for, if not every answer; the others are free. */
  readonly charges?: readonly PricedOutcome[];
  /** The settings that its answers depend on, without credentials, as JSON can write them. Default: none. */
  readonly asks?: readonly unknown[];
  /**
   * Makes a free request to the upstream, and rejects like a check, so that wrong credentials are found at the start. Undefined if the
   * vendor has no free request.
   */
  readonly tryOut?: (signal: AbortSignal) => Promise<unknown>;
}

/** The option `fetch` of an upstream. */
export const fetchOf = ({ fetch }: HostParts) => (fetch === undefined ? {} : { fetch });
