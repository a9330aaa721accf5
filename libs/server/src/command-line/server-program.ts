import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { credentialLines, RECEIVER_VARIABLES } from '@dialproof/checkers/settings';
import { RECEIVER_PATHS } from '../evidence/receivers.js';
import { ANSWERS_KEY, DATABASE_URL, REDIS_URL } from '../settings/setting-variable.js';
import { SETTING_VARIABLES } from '../settings/settings.js';
import { startServer } from '../start-server.js';
import type { CommandLine, Program } from './run-program.js';
import { quoted } from './settings-prefix.js';
import { originOf, welcome } from './welcome.js';

export const serverProgram: Program = {
  name: 'start',
  help: serverHelp,
  examples: serverExamples,
  async start(settings, { commandLine, ...options }) {
    const server = await startServer(settings, options);
    return {
      welcome: welcome({ ...settings, ...server, commandLine, environment: process.env }, isColoured()),
      wasShown: () => server.firstAccount?.wasShown(),
      close: () => server.close(),
    };
  },
};

/** https://no-color.org: any text but an empty one turns colours off. */
function isColoured(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}

const PACKAGE = dirname(createRequire(import.meta.url).resolve('@dialproof/server/package.json'));
const SAMPLE_FILE = join(PACKAGE, 'sample.csv');

/** The text of `--examples`: below its sentence, all of it can be pasted at once. */
function serverExamples(address: Parameters<typeof originOf>[0]): string {
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
    // Before the end, a download is 409 `task_not_done`, so curl repeats it.
    'curl -sf --retry 60 --retry-delay 1 --retry-all-errors \\',
    `  $API/tasks/$TASK/download ${authorization}`,
  ].join('\n');
}

/** Quoted as a file name for curl's -F, where commas and semicolons have a meaning outside of quotes. */
function formPath(path: string): string {
  return /[",;\\]/.test(path) ? `"${path.replaceAll(/["\\]/g, '\\$&')}"` : path;
}

/** The text of `--help`. */
export function serverHelp(commandLine: CommandLine): string {
  const rows = SETTING_VARIABLES;
  const others = [DATABASE_URL, REDIS_URL, ANSWERS_KEY, ...RECEIVER_VARIABLES];
  const names = [...rows.map(({ variable }) => variable), ...others.map(({ name }) => name)];
  const width = Math.max(...names.map((name) => name.length));
  const line = ({ name, meaning }: { readonly meaning: string; readonly name: string }) =>
    `  ${name.padEnd(width)}  ${meaning}`;
  return [
    `Starts the Dialproof server: ${commandLine('start')}`,
    '',
    'Settings come from environment variables. All files are in DIALPROOF_DATA_DIR.',
    '',
    ...rows.map(
      ({ variable, meaning, fallback }) => `  ${variable.padEnd(width)}  ${meaning} (default ${fallback})`,
    ),
    line(DATABASE_URL),
    line(REDIS_URL),
    line(ANSWERS_KEY),
    '',
    'DIALPROOF_CHECKER is one of these names, and the variables beside it are its credentials. To read one from a file, put the path into the variable with _FILE at its end.',
    '',
    ...credentialLines(),
    '',
    'A checkers.json has several checkers, prices, limits or an API of your own: see docs/checkers.md.',
    'The checker evidence knows only numbers that you have seen on an app: alone, it answers unknown for all others, which is charged. Put it first in a chain.',
    '',
    `Webhooks that record evidence, for the checker of that name: ${Object.values(RECEIVER_PATHS).join(', ')}. Their secrets, likewise:`,
    '',
    ...RECEIVER_VARIABLES.map(line),
    '',
    `Lines for curl:            ${commandLine('start', '--examples')}`,
    `Workers are started with:  ${commandLine('worker')}, over the same DATABASE_URL`,
    `Tables are migrated with:  ${commandLine('migrate', '--help')}`,
    `Accounts are managed with: ${commandLine('account', '--help')}`,
    `Evidence is managed with:  ${commandLine('evidence', '--help')}`,
    `Backups are made with:     ${commandLine('backup', 'FILE')}, and restored with: ${commandLine('restore', 'FILE')}`,
  ].join('\n');
}
