// The lock file names packages by version and hash alone, and those for every kind of machine.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const paths = Object.keys(lock.packages);
const problems = paths.flatMap((path) => problemsOf(path, lock.packages[path]));

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
