// The table of mounts in docs/mounting.md: its versions are those of the lock file, on which the tests run, and the tests that it names
// run the HTTP contract of a mount, or all of it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));

const DOCUMENT = 'docs/mounting.md';
const NEST = ['core', 'platform-express', 'platform-fastify'].map((name) => `node_modules/@nestjs/${name}`);

/** The packages that each row is tested on, as paths in the lock file, in the order of the table. */
const TESTED_ON = new Map([
  ['Express 5', ['node_modules/express']],
  ['Express 4', ['node_modules/express-4']],
  ['NestJS 12', NEST],
  ['NestJS 11', NEST.map((path) => `tools/tests/nest-11/${path}`)],
  ['Fastify 5', ['node_modules/fastify']],
  ['Hono 4', ['node_modules/hono', 'node_modules/@hono/node-server']],
  ['any `fetch` runtime', ['node_modules/@hono/node-server']],
  ['`node:http`', []],
]);

/** The call of the suite that the tests of every row run. */
const SUITE = /\b(?:http|mount)Contract\(/;

const { packages } = JSON.parse(read('package-lock.json'));
const rows = rowsBelow('## Mounts');
const problems = [...missingRows(), ...rows.flatMap(problemsOf)];

for (const problem of problems) console.error(`${DOCUMENT}: ${problem}`);
console.log(`${rows.length} mounts, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** The cells of each row of the table below this heading, without the row of headers. */
function rowsBelow(heading) {
  const [, section = ''] = read(DOCUMENT).split(`${heading}\n`);
  const lines = section.split('\n## ')[0].split('\n');
  return lines
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

function missingRows() {
  const names = rows.map(([name]) => name);
  return [...TESTED_ON.keys()].filter((name) => !names.includes(name)).map((name) => `${name} is missing`);
}

function problemsOf([name, versions = '', line = '', tests = '']) {
  const paths = TESTED_ON.get(name);
  if (paths === undefined) return [`${name} is not known to this check`];
  const problems = [];
  const locked = paths.map((path) => packages[path]?.version ?? `none of ${path}`);
  const written = versions.match(/\d+\.\d+\.\d+\S*(?<![,.;])/g) ?? [];
  if (String(written) !== String(locked)) {
    problems.push(`${name} is tested on ${locked.join(', ')}, not on ${written.join(', ')}`);
  }
  const major = /\d+$/.exec(name)?.[0];
  if (major !== undefined && locked[0].split('.')[0] !== major) problems.push(`${name} is ${locked[0]}`);
  if (!/`.+`/.test(line)) problems.push(`${name} has no line that mounts it`);
  const files = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path);
  if (files.length === 0) problems.push(`${name} names no tests`);
  for (const link of files) {
    const path = join(dirname(DOCUMENT), link);
    if (!existsSync(join(root, path))) {
      problems.push(`${name} is said to be tested by ${path}, which is not there`);
      continue;
    }
    if (SUITE.test(read(path))) continue;
    problems.push(`${name} is said to be tested by ${path}, which does not run the HTTP contract of a mount`);
  }
  return problems;
}
