import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { originOf } from './welcome.js';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('@dialproof/server/package.json'));
const SAMPLE_FILE = join(PACKAGE, 'sample.csv');

/** The text of `--examples`: below its sentence, all of it can be pasted at once. */
export function serverExamples(address: Parameters<typeof originOf>[0]): string {
  const authorization = '-H "Authorization: Bearer $TOKEN"';
  return [
    'One number, a file, its progress, its result. Set TOKEN to your token, and paste:',
    '',
    `API=${originOf(address)}/v1/verify`,
    '',
    `curl -sS -w '\\n' $API ${authorization} \\`,
    `  -H 'Content-Type: application/json' -d '{"phone":"+1 415-555-0100"}'`,
    '',
    `TASK=$(curl -sS $API/batch ${authorization} \\`,
    `  -F ${quoted(`file=@${formPath(SAMPLE_FILE)}`)} | sed 's/.*"task_id":"\\([^"]*\\)".*/\\1/')`,
    '',
    `curl -sS -w '\\n' $API/tasks/$TASK ${authorization}`,
    '',
    // Too early is 409 task_not_done, so curl asks again until there is something to download.
    'curl -sf --retry 60 --retry-delay 1 --retry-all-errors \\',
    `  $API/tasks/$TASK/download ${authorization}`,
  ].join('\n');
}

/** Quoted as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quoted as a file name for curl's -F, where commas and semicolons have a meaning outside of quotes. */
function formPath(path: string): string {
  return /[",;\\]/.test(path) ? `"${path.replaceAll(/["\\]/g, '\\$&')}"` : path;
}
