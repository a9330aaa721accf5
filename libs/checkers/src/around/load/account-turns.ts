import type { AccountId } from '@dialproof/core';

/** The account of a call; undefined for calls of several accounts, or of none, which have a turn together. */
type Account = AccountId | undefined;

interface Queue {
  /** Calls under way. */
  underWay: number;
  /** The beginning of its last call, counted in calls; 0 before the first one. */
  lastTurn: number;
  /** Calls that wait, the oldest first. */
  readonly waiting: Set<() => void>;
}

/**
 * Admits `inFlight` calls at once. The next waiting call is one of the account with the fewest calls under way; among several such
 * accounts, of the one that has waited longest for its turn.
 */
export class AccountTurns {
  readonly #limit: number;
  readonly #limitOfOne: number;
  /** The accounts with calls that wait or are under way. */
  readonly #queues = new Map<Account, Queue>();
  #underWay = 0;
  #begun = 0;

  constructor(limit: number, limitOfOne: number) {
    this.#limit = limit;
    this.#limitOfOne = limitOfOne;
  }

  /** Resolves when a call of the account may begin; {@link end} is to be called when it has ended. Rejects with the signal's reason. */
  async begin(account: Account, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const queue = this.#queues.get(account) ?? { underWay: 0, lastTurn: 0, waiting: new Set() };
      this.#queues.set(account, queue);
      const giveUp = (): void => {
        queue.waiting.delete(begin);
        this.#forgetIdle(account, queue);
        reject(signal.reason);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.waiting.add(begin);
      this.#serve();
    });
  }

  end(account: Account): void {
    const queue = this.#queues.get(account);
    if (queue === undefined) return;
    this.#underWay -= 1;
    queue.underWay -= 1;
    this.#forgetIdle(account, queue);
    this.#serve();
  }

  #serve(): void {
    while (this.#underWay < this.#limit) {
      const next = this.#next();
      if (next === undefined) return;
      const { begin, queue } = next;
      queue.waiting.delete(begin);
      queue.underWay += 1;
      this.#underWay += 1;
      this.#begun += 1;
      queue.lastTurn = this.#begun;
      begin();
    }
  }

  #next(): { readonly queue: Queue; readonly begin: () => void } | undefined {
    let best: { readonly queue: Queue; readonly begin: () => void } | undefined;
    for (const queue of this.#queues.values()) {
      const [begin] = queue.waiting;
      if (begin === undefined || queue.underWay >= this.#limitOfOne) continue;
      if (best === undefined || comesBefore(queue, best.queue)) best = { queue, begin };
    }
    return best;
  }

  #forgetIdle(account: Account, queue: Queue): void {
    if (queue.underWay === 0 && queue.waiting.size === 0) this.#queues.delete(account);
  }
}

function comesBefore(one: Queue, other: Queue): boolean {
  return one.underWay === other.underWay ? one.lastTurn < other.lastTurn : one.underWay < other.underWay;
}
