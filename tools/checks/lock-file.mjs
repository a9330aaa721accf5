// Checks the lock file: it names packages by version and hash alone, those for every platform, and it has every workspace with its
// dependencies, without which `npm ci` refuses it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const paths = Object.keys(lock.packages);
const problems = [
  ...paths.flatMap((path) => problemsOf(path, lock.packages[path])),
  ...workspaces().flatMap(workspaceProblems),
];

for (const problem of problems) console.error(`package-lock.json: ${problem}`);
console.log(`${paths.length} entries, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function problemsOf(path, entry) {
  const problems = [];
  const isOurs = entry.link === true || !path.includes('node_modules/');
  // The .npmrc beside the lock file keeps addresses out: with one, everyone would be tied to one registry.
  if (entry.resolved?.includes('://')) problems.push(`${path} names the address ${entry.resolved}`);
  if (!isOurs && !entry.integrity) problems.push(`${path} has no hash`);
  // npm install silently leaves out an optional package that it cannot find; npm ci then refuses the lock file everywhere.
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!paths.some((other) => other.endsWith(`node_modules/${name}`)))
      problems.push(`${path} lacks ${name}`);
  }
  return problems;
}

function workspaces() {
  return (lock.packages['']?.workspaces ?? [])
    .flatMap((pattern) =>
      pattern.endsWith('/*')
        ? readdirSync(join(root, dirname(pattern))).map((name) => `${dirname(pattern)}/${name}`)
        : [pattern],
    )
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function workspaceProblems(folder) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const entry = lock.packages[folder];
  if (entry === undefined) return [`${folder} is missing, run npm install`];
  return ['dependencies', 'devDependencies', 'peerDependencies']
    .filter((kind) => textOf(manifest[kind]) !== textOf(entry[kind]))
    .map((kind) => `${folder} has other ${kind} than its package.json, run npm install`);
}

function textOf(dependencies = {}) {
  return JSON.stringify(Object.entries(dependencies).sort());
}
