import { createHash } from 'node:crypto';
import type { Beginning } from './beginning.js';
import { differences } from './compared.js';
import type { Story } from './story.js';
import { AT_FIRST, type Ending, type Outside, StoryRun } from './story-run.js';
import { SqliteFile } from './world/sqlite-file.js';

/** Answers are recorded within this time of their coming. */
export const RECORDED_WITHIN_MS = 25;
/** A record is on the disk within this time after it was made. */
const ON_DISK_WITHIN_MS = 25;

/**
 * Leases and keys are free ten seconds after a kill. In an outage of a minute, a probe that fails by chance delays the next one by up to 24
 * seconds.
 */
export const MOST_LATE_MS = 38_000;

/** How long the machine is down after a crash. */
const DOWN_MS = 500;

/** A crash. A killed process leaves every commit, a power cut those that were synced to the disk. */
export interface Crash {
  readonly kind: 'kill' | 'power cut';
  readonly side: 'before' | 'after';
  /** The number of the commit, from 1. */
  readonly commit: number;
  /** The contents of the database that it leaves. */
  readonly picture: Buffer;
  readonly outside: Outside;
  /** Equal for crashes of two stories that leave the same database at the same time, in worlds that go on alike. */
  readonly key: string;
}

/** The run of a story without a crash. */
export interface UnharmedRun extends Ending {
  readonly commits: number;
  /** The numbers of the commits that changed something. */
  readonly changes: readonly number[];
  /** The statements, in their order. */
  readonly statements: readonly string[];
  readonly crashes: readonly Crash[];
}

/** Tells a story, and notes what a crash just before and just after each of its commits would leave. */
export async function tellUnharmed(story: Story, beginning: Beginning): Promise<UnharmedRun> {
  const crashes = new Crashes(story);
  const statements: string[] = [];
  const changes: number[] = [];
  let commits = 0;
  let last = digestOf(beginning.picture);
  const run: StoryRun = new StoryRun({
    ...{ story, account: beginning.account, outside: AT_FIRST },
    database(time) {
      const { folder, picture } = beginning;
      const file: SqliteFile = new SqliteFile({
        ...{ time, folder, picture },
        beforeStatement(sql) {
          if (run.isTold) return;
          statements.push(sql);
          if (sql === 'commit') crashes.add(run, file, commits + 1, 'before');
        },
        afterCommit() {
          if (run.isTold) return;
          commits += 1;
          // Computed apart from the key of crashes, so that the test of all crashes does not depend on it.
          const now = digestOf(file.killed);
          if (now !== last) changes.push(commits);
          last = now;
          crashes.add(run, file, commits, 'after');
        },
      });
      return file;
    },
  });
  const ending = await run.toEnd();
  return { ...ending, changes, commits, statements, crashes: crashes.all };
}

function digestOf(picture: Uint8Array): string {
  return createHash('sha256').update(picture).digest('hex');
}

/** Collects crashes. Two moments with the same database, and the same knowledge outside of it, count as one. */
class Crashes {
  readonly all: Crash[] = [];
  readonly #digests = new Map<Buffer, string>();
  readonly #seen = new Set<string>();
  /** The later events of the story's world. They are part of the key: a crash before an outage differs from one without. */
  readonly #world: readonly unknown[];

  constructor({ outage, taskRetentionMs }: Story) {
    this.#world = [outage, taskRetentionMs];
  }

  add({ outside }: StoryRun, { cut, killed }: SqliteFile, commit: number, side: Crash['side']): void {
    const { elapsedMs, heard, questions } = outside;
    const known = JSON.stringify([elapsedMs, heard.size, questions, this.#world]);
    for (const [kind, picture] of [
      ['kill', killed],
      ['power cut', cut],
    ] as const) {
      const digest = this.#digests.get(picture) ?? digestOf(picture);
      this.#digests.set(picture, digest);
      const key = `${digest} ${known}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.all.push({ kind, side, commit, picture, outside, key });
    }
  }
}

/** The knowledge of the world outside when the machine starts again. */
export function afterRestart(outside: Outside): Outside {
  return { ...outside, elapsedMs: outside.elapsedMs + DOWN_MS, now: outside.now + DOWN_MS };
}

/** Restarts after a crash and runs the story to its end. Resolves to the differences from the unharmed end, a sentence each. */
export async function tellOn(
  story: Story,
  beginning: Beginning,
  unharmed: UnharmedRun,
  { kind, outside, picture }: Crash,
): Promise<string[]> {
  const run = new StoryRun({
    ...{ story, account: beginning.account, outside: afterRestart(outside) },
    database: (time) => new SqliteFile({ time, folder: beginning.folder, picture }),
  });
  const lostMs = kind === 'kill' ? RECORDED_WITHIN_MS : RECORDED_WITHIN_MS + ON_DISK_WITHIN_MS;
  try {
    return differences(story, unharmed, await run.toEnd(), { outside, lostMs, mostLateMs: MOST_LATE_MS });
  } catch (error) {
    return [String(error)];
  }
}
