import { parseArgs } from 'node:util';
import { beginStories } from './beginning.js';
import { simulate } from './simulate.js';
import { STORIES } from './stories/stories.js';

const { values } = parseArgs({
  options: {
    story: { type: 'string', default: '' },
    every: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
  },
});
const beginning = await beginStories();
let found = 0;
try {
  console.log('commits  statements  crashes  failures  seconds  story');
  for (const story of STORIES.filter(({ name }) => name.includes(values.story))) {
    const beganAt = performance.now();
    const { crashes, failures, findings, unharmed } = await simulate(story, beginning, {
      every: values.every,
    });
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
    const figures = [unharmed.commits, unharmed.statements.length, crashes, failures, seconds];
    const widths = [7, 10, 7, 8, 7];
    console.log(
      figures.map((figure, index) => String(figure).padStart(widths[index] ?? 0)).join('  '),
      '',
      story.name,
    );
    for (const { different, place } of findings) console.log(`${place}\n  ${different.join('\n  ')}`);
    found += findings.length;
    if (values.first && found > 0) break;
  }
} finally {
  await beginning.remove();
}
console.log(
  found === 0 ? 'Every story came to the same end.' : `${found} places changed the end of their story.`,
);
process.exitCode = found === 0 ? 0 : 1;
