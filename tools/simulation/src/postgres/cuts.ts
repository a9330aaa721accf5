import { differences } from '../compared.js';
import { afterRestart, MOST_LATE_MS, RECORDED_WITHIN_MS } from '../crashes.js';
import type { Facts } from '../facts.js';
import { brokenRules, type Finding } from '../simulate.js';
import type { Story } from '../story.js';
import { AT_FIRST, type Ending, type Outside, StoryRun } from '../story-run.js';
import { type Cut, PostgresLink, type PostgresLinkOptions } from './postgres-link.js';
import type { StorySchema } from './story-schema.js';
import type { Commit } from './transactions.js';

const HARMS = ['connection', 'process'] as const;
const SIDES = ['before', 'after'] as const;
/** Characters of a statement in a finding. */
const SHOWN = 100;

export interface CutOptions {
  /** Whether to cut at every commit, also at those that changed nothing and at repeated ones. */
  readonly every?: boolean;
  /** The number of the only commit that is cut. */
  readonly at?: number;
  /** Whether to stop at the first finding. */
  readonly first?: boolean;
}

export interface CutStory {
  readonly commits: number;
  readonly cuts: number;
  readonly findings: readonly Finding[];
}

/** A commit, and what the world outside knew at it. */
interface NotedCommit extends Commit {
  /**
   * Equal for commits of the same statement between which no client has heard anything and the upstream has answered nothing: workers that
   * look for work, or probe an outage. Only the first of them is cut, since a cut at each of them is most of the time that all stories
   * take.
   */
  readonly occasion: string;
}

/**
 * Runs a story over PostgreSQL, once without harm, and then with each cut at each commit that has changed something and does not repeat.
 */
export async function cutStory(
  story: Story,
  schema: StorySchema,
  { at, every = false, first = false }: CutOptions,
): Promise<CutStory> {
  const { commits, ...unharmed } = await tellUnharmed(story, schema);
  const findings: Finding[] = [];
  const note = (place: string, different: readonly string[]) => {
    if (different.length > 0) findings.push({ place, different });
  };
  note('without any harm', brokenRules(story, unharmed));
  let cuts = 0;
  const occasions = new Set<string>();
  for (const [index, { hasChanged, occasion, statement }] of commits.entries()) {
    const commit = index + 1;
    const isNew = hasChanged && !occasions.has(occasion);
    if (at === undefined ? !every && !isNew : at !== commit) continue;
    occasions.add(occasion);
    const apart = (story.apartOnServer ?? []).some((words) => statement.includes(words)) ? 1 : 0;
    for (const harm of HARMS) {
      for (const side of SIDES) {
        cuts += 1;
        // The check has been charged by an earlier commit, and goes on without the connection.
        const losesAnswer =
          harm === 'connection' && side === 'before' && statement.includes('insert into single_answers');
        note(
          `${harm} cut ${side} commit ${commit}: ${statement.slice(0, SHOWN)}`,
          await tellCut(story, schema, unharmed, { cut: { commit, side, harm }, apart, losesAnswer }),
        );
        if (first && findings.length > 0) return { commits: commits.length, cuts, findings };
      }
    }
  }
  return { commits: commits.length, cuts, findings };
}

async function tellUnharmed(
  story: Story,
  schema: StorySchema,
): Promise<Ending & { readonly commits: readonly NotedCommit[] }> {
  const commits: NotedCommit[] = [];
  await schema.reset();
  const run: StoryRun = runOf(story, schema, AT_FIRST, {
    onCommit(commit, number) {
      const { heard, questions } = run.outside;
      const answered = questions.filter(({ answeredAt }) => answeredAt !== undefined).length;
      commits[number - 1] = { ...commit, occasion: `${heard.size} ${answered} ${commit.statement}` };
    },
  });
  const ending = await run.toEnd();
  return { ...ending, commits };
}

/** Resolves to the differences from the unharmed end, a sentence each. */
async function tellCut(
  story: Story,
  schema: StorySchema,
  unharmed: Ending,
  { cut, ...allowed }: { readonly apart: number; readonly losesAnswer: boolean; readonly cut: Cut },
): Promise<string[]> {
  await schema.reset();
  let outside: Outside | undefined;
  const run: StoryRun = runOf(story, schema, AT_FIRST, {
    ...{ cut, expected: unharmed.facts },
    onCut() {
      outside = run.outside;
    },
  });
  const isKill = cut.harm === 'process';
  try {
    let ending: Ending | undefined;
    try {
      ending = await run.toEnd();
    } catch (error) {
      if (!isKill || outside === undefined) throw error;
      ending = await runOf(story, schema, afterRestart(outside), { expected: unharmed.facts }).toEnd();
    }
    if (outside === undefined) return ['the commit is not reached'];
    return differences(story, unharmed, ending, {
      ...(isKill ? { outside, lostMs: RECORDED_WITHIN_MS } : { outside: AT_FIRST, lostMs: 0 }),
      ...allowed,
      mostLateMs: MOST_LATE_MS,
    });
  } catch (error) {
    return [String(error)];
  }
}

function runOf(
  story: Story,
  schema: StorySchema,
  outside: Outside,
  {
    expected,
    ...options
  }: Pick<PostgresLinkOptions, 'cut' | 'onCut' | 'onCommit'> & { readonly expected?: Facts },
): StoryRun {
  const run: StoryRun = new StoryRun({
    ...{ story, account: schema.account, outside },
    ...(expected === undefined ? {} : { expected }),
    database: (time) => new PostgresLink({ ...options, schema, time, isWatched: () => !run.isTold }),
  });
  return run;
}
