import { TurnQueue } from './turn-queue.js';

/** How many requests begin in one turn of the event loop: they take a few milliseconds. */
const AT_ONCE = 16;

/** Whose a request is, before anything is known of its account. */
export interface Arrival {
  readonly network: string;
  /** Whatever it signs in with. */
  readonly credentials: string;
}

/**
 * Turns of the event loop for requests that come together. node:http hands over all that have arrived before anything else runs: of a thousand
 * from one caller, each would be answered before somebody else's request is even read. So a few begin at once, and the others in later turns: the
 * networks one after another, and within a network the credentials. By credentials alone, which may be made up, one caller would be many.
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
   * Undefined where a request may begin now, as nearly always; else a promise that resolves when it may. `arrival` is asked for only then, and what
   * it throws is thrown.
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
