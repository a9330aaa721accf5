import { isDeepStrictEqual } from 'node:util';
import { type Facts, factsOf } from './facts.js';
import { Random, seededEntropy } from './seeds/random.js';
import type { Story, StoryAccount } from './story.js';
import { Client } from './world/client.js';
import { Machine } from './world/machine.js';
import type { MachineDatabase } from './world/machine-database.js';
import { type Question, Upstream } from './world/upstream.js';
import { VirtualTime } from './world/virtual-time.js';

/** The knowledge of the world outside the machine at a moment. */
export interface Outside {
  /** The time since the beginning of the story, and the time of day. */
  readonly elapsedMs: number;
  readonly now: number;
  /** The steps whose ends were heard, with their replies. */
  readonly heard: ReadonlyMap<string, unknown>;
  readonly questions: readonly Question[];
}

export const AT_FIRST: Outside = {
  elapsedMs: 0,
  // A list can be due a minute later.
  now: Date.UTC(2026, 0, 5, 12, 59),
  heard: new Map(),
  questions: [],
};

/** The end of a story. */
export interface Ending {
  readonly facts: Facts;
  readonly questions: readonly Question[];
  /** How long the story took, in milliseconds since its beginning. */
  readonly toldMs: number;
}

export interface StoryRunOptions {
  readonly story: Story;
  readonly account: StoryAccount;
  readonly outside: Outside;
  /** Makes the database of the machine, which is closed in the end. */
  readonly database: (time: VirtualTime) => MachineDatabase;
  /** The facts of the end, if they are known: the story ends as soon as it has them. */
  readonly expected?: Facts;
}

/** The times after a story, in which background work finishes: holds of single checks expire, upkeep and retention run once a minute. */
const SETTLING_MS = 60_000;
const SETTLED_AFTER_MS = 180_000;
/** Upkeep, the expiry of holds and the ends of leases come at their times, to within this. */
const SETTLING_STEP_MS = 60_000;

/** One life of a machine, which runs a story from some moment to its end. */
export class StoryRun {
  readonly #options: StoryRunOptions;
  readonly #time: VirtualTime;
  readonly #upstream: Upstream;
  readonly #heard: Map<string, unknown>;
  #isTold = false;

  constructor(options: StoryRunOptions) {
    const { outside, story } = options;
    this.#options = options;
    this.#time = new VirtualTime(outside.now);
    const sooner = (ms: number) => ms - outside.elapsedMs;
    this.#upstream = new Upstream(this.#time.clock, {
      before: outside.questions,
      outage: story.outage === undefined ? null : story.outage.map(sooner),
    });
    this.#heard = new Map(outside.heard);
  }

  /** Whether only background work is left. */
  get isTold(): boolean {
    return this.#isTold;
  }

  get #elapsedMs(): number {
    return this.#options.outside.elapsedMs + this.#time.clock.elapsed();
  }

  get outside(): Outside {
    return {
      elapsedMs: this.#elapsedMs,
      now: this.#time.clock.now(),
      heard: new Map(this.#heard),
      questions: this.#upstream.questions.map((question) => ({ ...question })),
    };
  }

  /** Runs the story and resolves to its end. If it does not end, rejects with the failures that the machine has reported. */
  async toEnd(): Promise<Ending> {
    const { account, story } = this.#options;
    const time = this.#time;
    const database = this.#options.database(time);
    let machine: Machine | undefined;
    try {
      machine = await Machine.start({
        ...{ time, database, checker: this.#upstream },
        // The same in every run, so that a finding can be repeated. Another one after a crash, since ids must not repeat.
        entropy: seededEntropy(new Random(this.#options.outside === AT_FIRST ? 1 : 2)),
        ...(story.taskRetentionMs === undefined ? {} : { taskRetentionMs: story.taskRetentionMs }),
      });
      const onHeard = (step: string, value: unknown) => void this.#heard.set(step, value);
      const client = new Client({
        ...{ machine, time, heard: this.#options.outside.heard, onHeard },
        elapsedMs: () => this.#elapsedMs,
      });
      await time.until(story.run(client, account));
      this.#isTold = true;
      const toldMs = this.#elapsedMs;
      const facts = await this.#settle(machine, database);
      return { facts, toldMs, questions: this.#upstream.questions };
    } catch (error) {
      const failures = machine?.failures.map((line) => `\n  ${line}`) ?? [];
      throw new Error(`the story does not come to its end: ${String(error)}${failures.join('')}`, {
        cause: error,
      });
    } finally {
      await machine?.stop(time);
      await database.close();
    }
  }

  /** Lets background work finish. */
  async #settle(machine: Machine, database: MachineDatabase): Promise<Facts> {
    const { account, expected } = this.#options;
    const time = this.#time;
    time.leastStepMs = SETTLING_STEP_MS;
    for (let ms = SETTLING_MS; ; ms += SETTLING_MS) {
      await time.pass(SETTLING_MS);
      if (ms < SETTLED_AFTER_MS && expected === undefined) continue;
      const facts = await time.until(factsOf(machine, database, account));
      if (ms >= SETTLED_AFTER_MS || isDeepStrictEqual(facts, expected)) return facts;
    }
  }
}
