// The lock file names packages by version and hash alone: an address in it would tie everyone to one registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));
const problems = Object.entries(lock.packages).flatMap(([path, entry]) => {
  if (entry.resolved?.includes('://')) return [`${path} names an address: ${entry.resolved}`];
  const isOurs = entry.link === true || !path.includes('node_modules/');
  return isOurs || entry.integrity ? [] : [`${path} has no hash`];
});

for (const problem of problems) console.error(`package-lock.json: ${problem}`);
if (problems.length > 0)
  console.error('Set omit-lockfile-registry-resolved=true in .npmrc and run npm install again.');
console.log(`${Object.keys(lock.packages).length} entries, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
