// The README's table of where Dialproof can be mounted: its versions are those that the lock file has the tests run on, and the tests
// that it names run the whole HTTP contract and the suite of the client.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));

const NEST = ['core', 'platform-express', 'platform-fastify'].map((name) => `node_modules/@nestjs/${name}`);

/** What each row is tested on, by its path in the lock file, in the order of the README. */
const TESTED_ON = new Map([
  ['Express 5', ['node_modules/express']],
  ['Express 4', ['node_modules/express-4']],
  ['NestJS 12', NEST],
  ['NestJS 11', NEST.map((path) => `tools/nest-11/${path}`)],
  ['Fastify 5', ['node_modules/fastify']],
  ['Hono 4', ['node_modules/hono', 'node_modules/@hono/node-server']],
  ['any `fetch` runtime', ['node_modules/@hono/node-server']],
  ['`node:http`', []],
]);

/** What every row's tests run, and what it is called by. */
const SUITES = [
  ['the HTTP contract', 'httpContract'],
  ['the suite of the client', 'clientContract'],
];

const { packages } = JSON.parse(read('package-lock.json'));
const rows = rowsBelow('## Where it can be mounted');
const problems = [...missingRows(), ...rows.flatMap(problemsOf)];

for (const problem of problems) console.error(`README.md, where it can be mounted: ${problem}`);
console.log(`${rows.length} places to mount it, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** The cells of each row of the table that follows this heading, without the names of its columns. */
function rowsBelow(heading) {
  const [, section = ''] = read('README.md').split(`${heading}\n`);
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
  for (const path of files) {
    if (!existsSync(join(root, path))) {
      problems.push(`${name} is said to be tested by ${path}, which is not there`);
      continue;
    }
    const source = read(path);
    for (const [suite, called] of SUITES) {
      if (source.includes(`${called}(`)) continue;
      problems.push(`${name} is said to be tested by ${path}, which does not run ${suite}`);
    }
  }
  return problems;
}
