/** A request that takes longer may wait for a lock. In milliseconds of real time. */
const LOOK_FOR_LOCKS_MS = 2;

/** After an answer, the process gets this many turns of the event loop before the next request is sent. */
const TURNS = 4;

/** A request that waits in the line, is on its way to the server, or waits there for a lock. */
export class Turn {
  /** Sends it. */
  readonly begin: () => void;
  /** The process of the server that runs it. */
  readonly backend: () => number | undefined;
  readonly #whenEnded: () => void;
  #finish = () => {};
  readonly ended = new Promise<void>((resolve) => {
    this.#finish = resolve;
  });
  #deliver = () => {};
  hasBegun = false;
  hasEnded = false;

  constructor(begin: () => void, backend: () => number | undefined, whenEnded: () => void) {
    this.begin = begin;
    this.backend = backend;
    this.#whenEnded = whenEnded;
  }

  /** The request is answered, or has lost its connection. `deliver` is called in its turn. */
  end(deliver: () => void): void {
    this.hasEnded = true;
    this.#deliver = deliver;
    this.#finish();
    this.#whenEnded();
  }

  deliver(): void {
    this.#deliver();
  }
}

/**
 * Sends the requests of all connections one at a time, and delivers their answers one at a time. So the order is the same in every run. A
 * request that waits for the lock of another connection lets others pass, and is the next one when it has the lock.
 */
export class Line {
  readonly #isLocked: (backend: number) => Promise<boolean>;
  readonly #waiting: Turn[] = [];
  readonly #locked = new Set<Turn>();
  #isMoving = false;

  /** `isLocked`: whether a process of the server waits for a lock. */
  constructor(isLocked: (backend: number) => Promise<boolean>) {
    this.#isLocked = isLocked;
  }

  enter(begin: () => void, backend: () => number | undefined): Turn {
    const turn = new Turn(begin, backend, () => void this.#move());
    this.#waiting.push(turn);
    void this.#move();
    return turn;
  }

  async #move(): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    for (let turn = await this.#next(); turn !== undefined; turn = await this.#next()) {
      if (!turn.hasBegun && !turn.hasEnded) turn.begin();
      turn.hasBegun = true;
      if (await this.#meetsLock(turn)) {
        this.#locked.add(turn);
        continue;
      }
      turn.deliver();
      for (let turns = 0; turns < TURNS; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isMoving = false;
  }

  async #next(): Promise<Turn | undefined> {
    for (const turn of this.#locked) {
      if (!turn.hasEnded && (await this.#waits(turn))) continue;
      this.#locked.delete(turn);
      return turn;
    }
    return this.#waiting.shift();
  }

  /** Resolves when a request is answered, to false, or waits for a lock, to true. */
  async #meetsLock(turn: Turn): Promise<boolean> {
    while (!turn.hasEnded) {
      await Promise.race([turn.ended, new Promise((resolve) => setTimeout(resolve, LOOK_FOR_LOCKS_MS))]);
      if (!turn.hasEnded && (await this.#waits(turn)) && !turn.hasEnded) return true;
    }
    return false;
  }

  async #waits(turn: Turn): Promise<boolean> {
    const backend = turn.backend();
    return backend !== undefined && (await this.#isLocked(backend));
  }
}
