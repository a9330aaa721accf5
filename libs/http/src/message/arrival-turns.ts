import { TurnQueue } from './turn-queue.js';

/** How many requests begin in one turn of the event loop: they take a few milliseconds. */
const AT_ONCE = 16;

/** The origin of a request, before its account is known. */
export interface Arrival {
  readonly network: string;
  /** The request's credentials, as they were sent. */
  readonly credentials: string;
}

/**
 * Spreads requests that arrive together over turns of the event loop. node:http hands over all arrived requests before anything else runs:
 * a thousand requests of one caller would all be answered before another caller's request is even read. So a few begin at once, and the
 * others in later turns. Networks take turns, and within a network the credentials. With credentials alone, which may be made up, one
 * caller could count as many.
 */
export class ArrivalTurns {
  readonly #atOnce: number;
  /** For each request one turn of its network. */
  readonly #networks = new TurnQueue<string, () => void>();
  /** The requests of a network, by their credentials. A network without any takes no memory. */
  readonly #waiting = new Map<string, TurnQueue<string, () => void>>();
  /** In this turn. */
  #begun = 0;
  #isScheduled = false;

  constructor(atOnce = AT_ONCE) {
    this.#atOnce = atOnce;
  }

  /**
   * Undefined if a request may begin now, as nearly always; else a promise that resolves when it may. Only then is `arrival` called; its
   * errors are passed on.
   */
  next(arrival: () => Arrival): Promise<void> | undefined {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(this.#turn);
    }
    if (this.#begun < this.#atOnce && this.#networks.size === 0) {
      this.#begun += 1;
      return undefined;
    }
    const { network, credentials } = arrival();
    return new Promise((resolve) => {
      const known = this.#waiting.get(network);
      const waiting = known ?? new TurnQueue<string, () => void>();
      if (known === undefined) this.#waiting.set(network, waiting);
      waiting.push(credentials, resolve);
      this.#networks.push(network, () => this.#beginOf(network));
    });
  }

  #beginOf(network: string): void {
    const waiting = this.#waiting.get(network);
    const begin = waiting?.shift();
    if (waiting?.size === 0) this.#waiting.delete(network);
    begin?.();
  }

  readonly #turn = (): void => {
    this.#begun = 0;
    for (; this.#begun < this.#atOnce && this.#networks.size > 0; this.#begun += 1)
      this.#networks.shift()?.();
    this.#isScheduled = this.#begun > 0;
    if (this.#isScheduled) setImmediate(this.#turn);
  };
}
