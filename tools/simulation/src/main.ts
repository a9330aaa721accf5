// `npm run simulate`: crashes the stories at every commit and fails their statements. With `--seed N` or `--seeds N` it runs worlds instead: see CONTRIBUTING.
import { parseArgs } from 'node:util';
import { type Beginning, beginStories } from './beginning.js';
import { shownFailure, trySeed } from './seeds/try-seeds.js';
import { simulate } from './simulate.js';
import { STORIES } from './stories/stories.js';

const { values } = parseArgs({
  options: {
    story: { type: 'string', default: '' },
    every: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    // Shows a world that fails as it is, and does not look for a smaller one.
    whole: { type: 'boolean', default: false },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
  },
});
const beginning = await beginStories();
let found = 0;
try {
  if (values.seed !== undefined) found = await runWorlds(beginning, whole('seed'), 1);
  else if (values.seeds !== undefined) found = await runWorlds(beginning, whole('from'), whole('seeds'));
  else found = await runStories(beginning);
} finally {
  await beginning.remove();
}
process.exitCode = found === 0 ? 0 : 1;

function whole(name: 'seed' | 'seeds' | 'from'): number {
  const text = values[name] ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new RangeError(`--${name} is "${text}", expected a whole number`);
}

async function runStories(stories: Beginning): Promise<number> {
  let places = 0;
  const seen = new Set<string>();
  console.log('commits  statements  crashes  failures  seconds  story');
  for (const story of STORIES.filter(({ name }) => name.includes(values.story))) {
    const beganAt = performance.now();
    const { every, first } = values;
    const { crashes, failures, findings, unharmed } = await simulate(story, stories, { every, first, seen });
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
    const figures = [unharmed.commits, unharmed.statements.length, crashes, failures, seconds];
    const widths = [7, 10, 7, 8, 7];
    const columns = figures.map((figure, index) => String(figure).padStart(widths[index] ?? 0));
    console.log(`${columns.join('  ')}  ${story.name}`);
    for (const { different, place } of findings) console.log(`${place}\n  ${different.join('\n  ')}`);
    places += findings.length;
    if (first && places > 0) break;
  }
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
