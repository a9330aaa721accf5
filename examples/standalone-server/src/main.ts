import { parseArgs } from 'node:util';
import { endOnDefect } from './end-on-defect.js';
import { openLogDestination } from './log/log-destination.js';
import { createLog } from './log/logging.js';
import { serverHelp } from './server-help.js';
import { readSettings } from './settings/settings.js';
import { StartRefusal } from './settings/start-refusal.js';
import { startServer } from './start-server.js';
import { stopOnSignals } from './stop-on-signals.js';
import { welcome } from './welcome.js';

// What people read goes to stdout, what machines read to stderr.
const logs = openLogDestination();

async function exit(code: number): Promise<void> {
  // With a write that never ends, process.exit would not end either.
  if ((await logs.finish()) === 'stuck') process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

async function main(): Promise<void> {
  if (readsHelp(process.argv.slice(2))) return console.log(serverHelp());
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel, logs.stream);
  const exitWith = (code: number) => void exit(code);
  endOnDefect({ log, exit: exitWith });
  const server = await startServer(settings, { log, stderr: logs.stream });
  stopOnSignals({
    timeoutMs: settings.shutdownTimeoutMs,
    log,
    close: () => server.close(),
    exit: exitWith,
  });
  if (await print(welcome({ ...settings, ...server }))) server.firstAccount?.wasShown();
}

/** Writes to stdout, and resolves to whether it was taken there. */
function print(text: string): Promise<boolean> {
  // Without a listener, a reader that has gone would end the server.
  process.stdout.on('error', () => {});
  return new Promise((resolve) => process.stdout.write(`${text}\n`, (error) => resolve(!error)));
}

function readsHelp(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } }).values.help === true;
  } catch (error) {
    const [problem] = String(error instanceof Error ? error.message : error).split('. ');
    throw new StartRefusal(`${problem}. Settings come from the environment, see: npm start -- --help`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartRefusal ? error.message : error);
  void exit(1);
});
