import { type Facts, factsOf } from './facts.js';
import { Random, seededEntropy } from './seeds/random.js';
import type { Story, StoryAccount } from './story.js';
import { Client } from './world/client.js';
import { Machine } from './world/machine.js';
import { type Question, Upstream } from './world/upstream.js';
import { VirtualTime } from './world/virtual-time.js';

/** A database with the account of the stories, before any of them begins. */
export interface Beginning {
  readonly picture: Buffer;
  readonly account: StoryAccount;
  /** A folder for the files of machines. */
  readonly folder: string;
}

/** What the world outside of the machine knows at a moment. */
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
  now: Date.UTC(2026, 0, 5, 12),
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
  readonly beginning: Beginning;
  /** The contents of the database. */
  readonly picture: Buffer;
  readonly outside: Outside;
  /** Called before each statement of the story. What it throws takes the place of the statement. */
  readonly beforeStatement?: (sql: string) => void;
  /** Called after each commit. Without it, no pictures are taken, which is quicker. */
  readonly afterCommit?: () => void;
}

/** The time after a story in which background work finishes: holds of single checks expire, upkeep and retention run once a minute. */
const SETTLED_AFTER_MS = 180_000;

/** One life of a machine, in which a story is told from a moment to its end. */
export class StoryRun {
  readonly #options: StoryRunOptions;
  readonly #time: VirtualTime;
  readonly #upstream: Upstream;
  readonly #heard: Map<string, unknown>;
  #isTold = false;
  /** Returns the contents of the database. */
  #last: () => Buffer;
  /** The contents of the database that a killed process would leave. */
  killed: Buffer;
  /** The contents that a power cut would leave. */
  cut: Buffer;

  constructor(options: StoryRunOptions) {
    const { outside, picture, story } = options;
    this.#options = options;
    this.#time = new VirtualTime(outside.now);
    const sooner = (ms: number) => ms - outside.elapsedMs;
    this.#upstream = new Upstream(this.#time.clock, {
      before: outside.questions,
      outage: story.outage === undefined ? null : story.outage.map(sooner),
    });
    this.#heard = new Map(outside.heard);
    this.killed = picture;
    this.cut = picture;
    this.#last = () => picture;
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

  /** Tells the story and resolves to its end. Rejects if it does not come to one, with what the machine has reported. */
  async toEnd(): Promise<Ending> {
    const { beginning, picture, story } = this.#options;
    const time = this.#time;
    let machine: Machine | undefined;
    try {
      machine = await Machine.start({
        ...{ time, picture, checker: this.#upstream, folder: beginning.folder },
        // The same in every run, so that a finding comes again; and another one after a crash, since no id may come twice.
        entropy: seededEntropy(new Random(this.#options.outside === AT_FIRST ? 1 : 2)),
        ...(story.taskRetentionMs === undefined ? {} : { taskRetentionMs: story.taskRetentionMs }),
        hooks: {
          beforeStatement: (sql) => {
            if (!this.#isTold) this.#options.beforeStatement?.(sql);
          },
          afterCommit: (picture, isSynced) => this.#keep(picture, isSynced),
          onSync: () => {
            const synced = this.killed;
            return () => {
              this.cut = synced;
            };
          },
        },
      });
      const onHeard = (step: string, value: unknown) => void this.#heard.set(step, value);
      const client = new Client({
        ...{ machine, time, heard: this.#options.outside.heard, onHeard },
        elapsedMs: () => this.#elapsedMs,
      });
      await time.until(story.run(client, beginning.account));
      this.#isTold = true;
      const toldMs = this.#elapsedMs;
      await time.pass(SETTLED_AFTER_MS);
      const facts = await time.until(factsOf(machine, this.#last(), beginning.account));
      return { facts, toldMs, questions: this.#upstream.questions };
    } catch (error) {
      const failures = machine?.failures.map((line) => `\n  ${line}`) ?? [];
      throw new Error(`the story does not come to its end: ${String(error)}${failures.join('')}`, {
        cause: error,
      });
    } finally {
      await machine?.stop(time);
    }
  }

  #keep(picture: () => Buffer, isSynced: boolean): void {
    this.#last = picture;
    if (this.#isTold || this.#options.afterCommit === undefined) return;
    this.killed = picture();
    if (isSynced) this.cut = this.killed;
    this.#options.afterCommit();
  }
}
