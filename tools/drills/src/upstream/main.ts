import { parseArgs } from 'node:util';
import { STORE_KINDS } from './service-parts.js';
import { runUpstreamDrill } from './upstream-drill.js';
import { figureLines } from './upstream-figures.js';

const HELP = `Has a file checked by upstreams that are not perfect, and counts what each of them was asked.

  node tools/drills/dist/upstream/main.js --only quota

  --numbers N  numbers that each upstream is asked about, at least (100000)
  --seed N     another seed gives other numbers and other failures (1)
  --only TEXT  only the upstreams whose description has this text in it (all)
  --store S    where tasks and credits are kept, ${STORE_KINDS.join(' or ')} (sqlite)
`;

const { values } = parseArgs({
  options: {
    numbers: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    store: { type: 'string', default: 'sqlite' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else {
  const violations = await runUpstreamDrill({
    numbers: wholeNumber('--numbers', values.numbers),
    seed: wholeNumber('--seed', values.seed),
    only: values.only,
    store: storeKind(values.store),
    onUpstream(name, figures, found) {
      for (const line of figures === undefined ? [name] : figureLines(figures)) console.log(line);
      for (const violation of found) console.log(`  VIOLATION ${violation}`);
    },
  });
  console.log(violations === 0 ? 'Everything held.' : `Violations: ${violations}.`);
  process.exitCode = violations === 0 ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", expected a whole number`);
}

function storeKind(text: string) {
  const kind = STORE_KINDS.find((one) => one === text);
  if (kind === undefined) throw new RangeError(`--store is "${text}", expected ${STORE_KINDS.join(' or ')}`);
  return kind;
}
