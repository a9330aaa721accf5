import { parseArgs } from 'node:util';
import { assertServerIsBuilt } from '../server/server-files.js';
import { httpFuzz } from './http-fuzz.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

assertServerIsBuilt();
const started = performance.now();
const runs = values.only === undefined ? whole('runs', values.runs) : 1;
const seed = whole('seed', values.seed);
const { violations, statuses, grownMb } = await httpFuzz({
  runs,
  seed,
  from: whole('only', values.only ?? '0'),
  onViolation: (violation) => console.log(violation),
  onProgress: (tried, memoryMb) => console.log(`${tried} inputs, ${seconds()} s, ${Math.round(memoryMb)} MB`),
});
console.log(`${runs} inputs of --seed ${seed} in ${seconds()} s, ${violations.length} violations`);
console.log(`memory: +${Math.round(grownMb)} MB`);
for (const [status, count] of [...statuses].sort(([one], [other]) => one - other)) {
  console.log(`  ${status === 0 ? 'closed' : status}: ${count}`);
}
process.exitCode = violations.length === 0 ? 0 : 1;

function whole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RangeError(`--${name} is "${text}", expected a whole number`);
}

function seconds(): number {
  return Math.round((performance.now() - started) / 1_000);
}
