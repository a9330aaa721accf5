import { parseArgs } from 'node:util';
import { runSoakDrill, STACKS } from './soak-drill.js';
import { soakLines } from './soak-figures.js';

const HELP = `Has a file verified through everything that goes around checkers, over upstreams of which a fifth of the calls goes wrong.

  node tools/drills/dist/soak/main.js --numbers 2000 --seed 7

  --numbers N     numbers of the file that are asked about, at least (100000)
  --seed N        another seed gives other numbers and other faults (1)
  --stack S       what goes around the checkers: wrappers, or settings, what the example server makes of its settings (wrappers)
  --rate N        the most calls a second of the app's upstream (400)
  --outage-ms N   for how long the upstreams take no calls, in the middle (30000)
  --within-s N    when to give up (four times what the rate takes, and two minutes)
`;

const { values } = parseArgs({
  options: {
    numbers: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    stack: { type: 'string', default: 'wrappers' },
    rate: { type: 'string', default: '400' },
    'outage-ms': { type: 'string', default: '30000' },
    'within-s': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else {
  const numbers = wholeNumber('--numbers', values.numbers);
  const rate = wholeNumber('--rate', values.rate);
  const stack = STACKS.find((name) => name === values.stack);
  if (stack === undefined)
    throw new RangeError(`--stack is "${values.stack}", expected wrappers or settings`);
  const withinS = values['within-s'] ?? String(120 + Math.ceil((4 * numbers) / rate));
  const { figures, violations } = await runSoakDrill({
    numbers,
    seed: wholeNumber('--seed', values.seed),
    stack,
    // Both share one setting.
    limits: {
      appCallsPerSecond: rate,
      lineCallsPerSecond: stack === 'settings' ? rate : Math.ceil(rate / 10),
    },
    outageMs: wholeNumber('--outage-ms', values['outage-ms']),
    withinMs: 1_000 * wholeNumber('--within-s', withinS),
  });
  for (const line of soakLines(figures)) console.log(line);
  for (const violation of violations) console.log(`  VIOLATION ${violation}`);
  console.log(violations.length === 0 ? 'Everything held.' : `Violations: ${violations.length}.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", expected a whole number`);
}
