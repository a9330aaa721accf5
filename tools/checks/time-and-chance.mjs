// Time and chance enter the service by two ports, `Clock` and `Entropy`, so that all of it runs in a simulation. This finds other ways in.
// A turn of the event loop (`setImmediate`) is no time: without sockets, files and threads its order is always the same.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packagesIn } from './packages.mjs';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));

/** The packages that do not run within the service: programs of callers and of the server, the page, and suites. */
const OUTSIDE = ['client', 'dashboard', 'server', 'testkit'];

const ALLOWED = new Map([
  ['libs/core/src/ports/clock.ts', 'the machine’s clock'],
  ['libs/core/src/ports/entropy.ts', 'the machine’s chance'],
  ['libs/core/src/async/turn.ts', 'it measures how long a computation has run'],
  ['libs/core/src/batch/intake/number-index.ts', 'the seed of a hash table, which changes no outcome'],
  ['libs/core/src/tables/xlsx/package/temp-file.ts', 'names and times of files on the disk'],
  ...[
    'checkers/src/dialproof/dialproof-checkers.ts',
    'checkers/src/described/described-look-ups.ts',
    'checkers/src/described/described-answer.ts',
    'checkers/src/described/oauth-token.ts',
    'checkers/src/settings/named-checkers.ts',
    'checkers/src/upstream/upstream.ts',
  ].map((path) => [`libs/${path}`, 'it waits for a vendor, or compares with the times of one']),
  ['libs/checkers/src/described/described-token.ts', 'the time and the id of a token for a vendor'],
  ['libs/checkers/src/sandbox-checker.ts', 'it stands for a vendor'],
  ['libs/checkers/src/evidence/node-handler.ts', 'a connection of node:http'],
  ['libs/nestjs/src/verification/verification-health.indicator.ts', 'the probe of a host'],
  ['libs/bullmq/src/work-calls.ts', 'when a process looks into Redis'],
  ['libs/sql/src/operations/move/move-source.ts', 'a command of the operator'],
  ['libs/sql/src/operations/backup/restore-database.ts', 'a command of the operator'],
]);

const WAYS = [
  /\bDate\.now\b/,
  /\bnew Date\(\)/,
  /\bperformance\.now\b/,
  /\bprocess\.hrtime\b/,
  /\bMath\.random\b/,
  /\b(?:randomUUID|randomBytes|randomInt|getRandomValues)\b/,
  /\b(?:setTimeout|setInterval|AbortSignal\.timeout)\b/,
  // A call of the machine's port, which no host can replace.
  /\bsystem(?:Clock|Entropy)\.\w+/,
  /\bwait\(systemClock\b/,
];

const sources = packagesIn(root)
  .filter(({ path, name }) => path.startsWith('libs/') && !OUTSIDE.includes(name))
  .flatMap(({ files }) => files.filter(({ isTest }) => !isTest).map(({ path }) => path));
const found = new Map(sources.map((path) => [path, waysIn(readFileSync(join(root, path), 'utf8'))]));
const problems = [
  ...sources.flatMap((path) => (ALLOWED.has(path) ? [] : found.get(path).map((way) => `${path}: ${way}`))),
  ...[...ALLOWED.keys()]
    .filter((path) => found.get(path)?.length === 0)
    .map((path) => `${path} needs no exception`),
];
for (const problem of problems) console.error(problem);
console.log(`${sources.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function waysIn(source) {
  return source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => WAYS.flatMap((way) => way.exec(line)?.[0] ?? []));
}
