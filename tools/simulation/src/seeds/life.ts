import { type Clock, DialproofError } from '@dialproof/core';
import type { World } from './world.js';

/** A promise that never settles: nobody learns the result of a dead process. */
function never<Value>(): Promise<Value> {
  return new Promise(() => {});
}

/** The share of slow calls of the storage, during which other processes run, and their longest duration. */
const SLOW_SHARE = 0.25;
const SLOW_MS = 4;

/**
 * One life of a process, from its start to its end. Whatever the process does goes through here: its timers, its storage, its upstream. So
 * it can be killed, stopped for a while, and cut off from its storage.
 */
export class Life {
  readonly name: string;
  readonly clock: Clock;
  /** Rejects when it is killed. */
  readonly ended: Promise<never>;
  readonly #world: World;
  #isDead = false;
  #end: (reason: Error) => void = () => {};
  /** The time until which it stands still, and what waits for that. */
  #frozenUntil = 0;
  readonly #frozen: (() => void)[] = [];
  /** The time until which calls of the storage fail, and the share that does. */
  #failsUntil = 0;
  #failingShare = 0;
  #clockAheadMs = 0;

  constructor(name: string, world: World) {
    this.name = name;
    this.#world = world;
    this.ended = new Promise((_, reject) => {
      this.#end = reject;
    });
    this.ended.catch(() => {});
    this.clock = {
      now: () => world.clock.now() + this.#clockAheadMs,
      elapsed: () => world.clock.elapsed(),
      schedule: (ms, callback) => {
        let isCancelled = false;
        const cancel = world.clock.schedule(ms, () =>
          this.#run(() => {
            if (!isCancelled) callback();
          }),
        );
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    };
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  kill(): void {
    this.#isDead = true;
    this.#frozen.length = 0;
    this.#end(new Error(`${this.name} was killed`));
  }

  freeze(ms: number): void {
    this.#frozenUntil = Math.max(this.#frozenUntil, this.#world.now + ms);
    this.#world.clock.schedule(ms, () => this.#thaw());
  }

  cutOff(ms: number, share: number): void {
    this.#failsUntil = Math.max(this.#failsUntil, this.#world.now + ms);
    this.#failingShare = share;
  }

  moveClock(ms: number): void {
    this.#clockAheadMs += ms;
  }

  /** Resolves to the promise's result once the process hears of it. */
  async heard<Value>(promise: Promise<Value>): Promise<Value> {
    try {
      return await promise;
    } finally {
      await this.#awake();
    }
  }

  /** Makes a call of the storage. */
  async reach<Value>(call: () => Promise<Value>): Promise<Value> {
    const { random } = this.#world;
    if (random.chance(SLOW_SHARE)) {
      const ms = random.between(1, SLOW_MS);
      await new Promise<void>((resolve) => this.clock.schedule(ms, resolve));
    } else await this.#awake();
    this.#assertReachable();
    const value = await this.heard(call());
    // The answer is lost although the call was made.
    this.#assertReachable();
    return value;
  }

  #assertReachable(): void {
    this.#world.time.activity += 1;
    const { now, random } = this.#world;
    if (now < this.#failsUntil && random.chance(this.#failingShare))
      throw new DialproofError('storage_unavailable');
  }

  #run(callback: () => void): void {
    if (this.#isDead) return;
    if (this.#world.now < this.#frozenUntil) this.#frozen.push(callback);
    else callback();
  }

  #thaw(): void {
    if (this.#world.now < this.#frozenUntil) return;
    for (const callback of this.#frozen.splice(0)) this.#run(callback);
  }

  async #awake(): Promise<void> {
    if (this.#isDead) return await never();
    if (this.#world.now < this.#frozenUntil) await new Promise<void>((resolve) => this.#frozen.push(resolve));
  }
}
