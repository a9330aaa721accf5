import type { Beginning } from './beginning.js';
import { tellOn, tellUnharmed, type UnharmedRun } from './crashes.js';
import { failingStatements, tellWithFailure } from './failing-statements.js';
import { CREDITS, type Story } from './story.js';
import type { Ending } from './story-run.js';

/** A difference that a crash or a failing statement has caused. */
export interface Finding {
  /** The place in the story. */
  readonly place: string;
  readonly different: readonly string[];
}

export interface Simulated {
  readonly unharmed: UnharmedRun;
  readonly crashes: number;
  readonly failures: number;
  readonly findings: readonly Finding[];
}

export interface SimulateOptions {
  /**
   * Tries everything: each statement fails in each way, and each story crashes at all of its commits, also in states that an earlier story
   * has tried.
   */
  readonly every: boolean;
  /** The keys of the crashes, and the texts of the failing statements, that earlier stories have tried. */
  readonly seen: Set<string>;
  /** Whether to stop at the first finding. Default false. */
  readonly first?: boolean;
}

/** Crashes a story at each of its commits and fails its statements. */
export async function simulate(
  story: Story,
  beginning: Beginning,
  { every, first = false, seen }: SimulateOptions,
): Promise<Simulated> {
  const unharmed = await tellUnharmed(story, beginning);
  const findings: Finding[] = [];
  const note = (place: string, different: readonly string[]) => {
    if (different.length > 0) findings.push({ place, different });
  };
  note('without any harm', brokenRules(story, unharmed));
  const crashes = every ? unharmed.crashes : unharmed.crashes.filter(({ key }) => !seen.has(key));
  for (const { key } of crashes) seen.add(key);
  const failures = failingStatements(story, unharmed, { every, seen });
  const result = { unharmed, crashes: crashes.length, failures: failures.length, findings };
  for (const crash of crashes) {
    const place = `${crash.kind} ${crash.side} commit ${crash.commit}`;
    note(place, await tellOn(story, beginning, unharmed, crash));
    if (first && findings.length > 0) return result;
  }
  for (const failure of failures) {
    const place = `${failure.code} of statement ${failure.index}: ${failure.sql.slice(0, 100)}`;
    note(place, await tellWithFailure(story, beginning, unharmed, failure));
    if (first && findings.length > 0) return result;
  }
  return result;
}

/** Checks the end of a story. Returns a sentence for each broken rule. */
export function brokenRules({ charged }: Story, { facts }: Ending): string[] {
  const rules: readonly (readonly [rule: string, holds: boolean])[] = [
    [`${charged} credits are charged`, facts.available === CREDITS - charged],
    ['no credits are held', facts.held === 0 && facts.openHolds === 0],
    ['balances, holds and statement add up', facts.addsUp],
  ];
  return rules.flatMap(([rule, holds]) => (holds ? [] : [`not so: ${rule}`]));
}
