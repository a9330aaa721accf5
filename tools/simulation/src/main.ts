import { parseArgs } from 'node:util';
import { type Beginning, beginStories } from './beginning.js';
import { showYears } from './lists/show-years.js';
import { cutStory } from './postgres/cuts.js';
import { StorySchema } from './postgres/story-schema.js';
import { shownFailure, trySeed } from './seeds/try-seeds.js';
import { type Finding, simulate } from './simulate.js';
import { STORIES } from './stories/stories.js';
import type { Story } from './story.js';

const HELP = `Crashes the stories at every commit and fails their statements, see docs/internals/simulation.md.

  npm run simulate -- --story webhooks       stories with this text in their names
  npm run simulate -- --postgres             cuts their connections to PostgreSQL at every commit
  npm run simulate -- --seeds 1000           runs worlds instead

  --story TEXT   only the stories with this text in their names (all)
  --every        also tries the places that were tried in another story
  --first        stops at the first finding
  --at N         with --postgres: cuts at this commit alone
  --seed N       runs the world of this seed
  --seeds N      runs so many worlds
  --from N       with --seeds: the first seed (1)
  --whole        with --seed or --seeds: shows a world that fails as it is, and looks for no smaller one
  --year N       runs a year of a list of N rows, over the service and over HTTP
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    story: { type: 'string', default: '' },
    every: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    at: { type: 'string' },
    year: { type: 'string' },
  },
});
if (values.help) console.log(HELP);
else if (values.year !== undefined) await showYears(whole('year'));
else process.exitCode = (await (values.postgres ? overPostgres() : overSqlite())) === 0 ? 0 : 1;

async function overSqlite(): Promise<number> {
  const beginning = await beginStories();
  try {
    if (values.seed !== undefined) return await runWorlds(beginning, whole('seed'), 1);
    if (values.seeds !== undefined) return await runWorlds(beginning, whole('from'), whole('seeds'));
    const seen = new Set<string>();
    return await runStories(['commits', 'statements', 'crashes', 'failures'], async (story) => {
      const { every, first } = values;
      const { crashes, failures, findings, unharmed } = await simulate(story, beginning, {
        every,
        first,
        seen,
      });
      return { figures: [unharmed.commits, unharmed.statements.length, crashes, failures], findings };
    });
  } finally {
    await beginning.remove();
  }
}

async function overPostgres(): Promise<number> {
  const schema = await StorySchema.create();
  try {
    return await runStories(['commits', 'cuts'], async (story) => {
      const { every, first } = values;
      const options = { every, first, ...(values.at === undefined ? {} : { at: whole('at') }) };
      const { commits, cuts, findings } = await cutStory(story, schema, options);
      return { figures: [commits, cuts], findings };
    });
  } finally {
    await schema.remove();
  }
}

function whole(name: 'seed' | 'seeds' | 'from' | 'at' | 'year'): number {
  const text = values[name] ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new RangeError(`--${name} is "${text}", expected a whole number`);
}

async function runStories(
  headings: readonly string[],
  tell: (
    story: Story,
  ) => Promise<{ readonly figures: readonly number[]; readonly findings: readonly Finding[] }>,
): Promise<number> {
  let places = 0;
  let sums: readonly number[] = headings.map(() => 0);
  const allBeganAt = performance.now();
  console.log([...headings, 'seconds', 'story'].join('  '));
  const show = (figures: readonly number[], beganAt: number, name: string) => {
    const columns = figures.map((figure, index) => String(figure).padStart(headings[index]?.length ?? 0));
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1).padStart('seconds'.length);
    console.log([...columns, seconds, name].join('  '));
  };
  for (const story of STORIES.filter(({ name }) => name.includes(values.story))) {
    const beganAt = performance.now();
    const { figures, findings } = await tell(story);
    sums = sums.map((sum, index) => sum + (figures[index] ?? 0));
    show(figures, beganAt, story.name);
    for (const { different, place } of findings) console.log(`${place}\n  ${different.join('\n  ')}`);
    places += findings.length;
    if (values.first && places > 0) break;
  }
  show(sums, allBeganAt, 'all of them');
  console.log(
    places === 0 ? 'Every story came to the same end.' : `${places} places changed the end of their story.`,
  );
  return places;
}

async function runWorlds({ picture }: Beginning, from: number, count: number): Promise<number> {
  const beganAt = performance.now();
  let failed = 0;
  let simulatedMs = 0;
  let tried = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await trySeed(seed, picture, { shrinks: !values.whole });
    tried += 1;
    if ('plan' in outcome) {
      failed += 1;
      console.log(shownFailure(outcome));
      if (values.first) break;
    } else simulatedMs += outcome.simulatedMs;
  }
  const hours = (performance.now() - beganAt) / 3_600_000;
  const simulated = simulatedMs / 3_600_000;
  console.log(
    `${tried} worlds, ${failed} failed: ${simulated.toFixed(1)} hours simulated in ${(hours * 3_600).toFixed(0)} seconds, ${(simulated / hours).toFixed(0)} times as fast`,
  );
  return failed;
}
