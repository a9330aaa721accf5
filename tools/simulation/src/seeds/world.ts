import type { Entropy, ManualClock } from '@dialproof/core';
import { VirtualTime } from '../world/virtual-time.js';
import { Random, seededEntropy } from './random.js';

const MOST_REMEMBERED = 20;

export const DAY_MS = 86_400_000;

/** When each world begins, in milliseconds since 1970. */
export const BEGUN_AT = Date.UTC(2026, 0, 5, 12);

/** The time, the chance and the history of a world. */
export class World {
  readonly time = new VirtualTime(BEGUN_AT);
  readonly random: Random;
  readonly entropy: Entropy;
  /** The latest events, the oldest first. */
  readonly latest: string[] = [];
  /** The broken rules, a sentence each. */
  readonly violations: string[] = [];
  #digest = 0;

  constructor(seed: number) {
    this.random = new Random(seed + 0.5 * 2 ** 52);
    this.entropy = seededEntropy(new Random(seed + 2 ** 52));
  }

  get clock(): ManualClock {
    return this.time.clock;
  }

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.clock.elapsed();
  }

  /** Sums up all events and their times. Two runs of a seed have the same digest. */
  get digest(): number {
    return this.#digest >>> 0;
  }

  /** Remembers an event. */
  note(event: string): void {
    const line = `${(this.now / 1_000).toFixed(3)} ${event}`;
    this.latest.push(line);
    if (this.latest.length > MOST_REMEMBERED) this.latest.shift();
    for (let at = 0; at < line.length; at += 1) {
      this.#digest = Math.imul(this.#digest ^ line.charCodeAt(at), 0x01000193);
    }
  }

  violated(rule: string): void {
    this.note(`VIOLATED: ${rule}`);
    this.violations.push(rule);
  }

  async pass(ms: number): Promise<void> {
    await new Promise<void>((resolve) => this.clock.schedule(ms, resolve));
  }
}
