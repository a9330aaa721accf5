// Prepares the workspace for the scripts of package.json. It prints on stderr alone, since the last line of `npm run -s account` on stdout
// is a token. Nothing here is newer than Node 14, so that an old Node gets as far as the sentence that says it is too old.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The first version of each line of Node that can require ES modules. Whatever comes after the last line can. */
const OLDEST_NODES = [
  [20, 19],
  [22, 12],
];

/** Ends the process with a sentence. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const line = OLDEST_NODES.find(([oldest]) => oldest === major);
  if (line === undefined ? major > 22 : minor >= line[1]) return;
  refuse(
    `Dialproof needs Node 20.19 or newer, or 22.12 or newer, and this is ${process.versions.node}. ` +
      'Install a newer one from https://nodejs.org and run the same command again.',
  );
}

const PREPARING = join(root, '.preparing');

/** Installs missing packages and rebuilds a driver that no longer works. Returns quickly when all is there. */
export async function installMissing() {
  if (isInstalled() && sqliteFailure() === undefined) return;
  await oneAtATime(PREPARING, install, (sentence) => console.error(sentence));
}

async function install() {
  // The process that this one waited for may have installed everything.
  if (!isInstalled()) {
    console.error('Installing dependencies with npm ci. This is done once and may take some minutes.');
    // The compiler is a development dependency, which NODE_ENV=production would leave out.
    // Without its warnings of engines, which name dependencies that work all the same: see docs/troubleshooting.md.
    await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (sqliteFailure() === undefined) return;
  console.error(
    'Building the SQLite driver for this Node with npm rebuild. This is done once and may take some minutes.',
  );
  await npm(['rebuild', 'better-sqlite3']);
  const failure = sqliteFailure();
  if (failure === undefined) return;
  refuse(`The SQLite driver cannot be loaded: ${failure}. Delete the folder node_modules and try again.`);
}

/** The server serves the page, so the page is built too. */
const SERVES_PAGE = 'examples/standalone-server';

/** Compiles a package and those it depends on, or all of them. What has not changed is not compiled again. */
export function build(project) {
  return oneAtATime(PREPARING, () => compile(project), sayToPerson);
}

/** A person wonders why it says nothing; scripts compare what a program says. */
function sayToPerson(sentence) {
  if (process.stderr.isTTY) console.error(sentence);
}

async function compile(project) {
  const dist = join(root, project === undefined ? 'libs/core' : project, 'dist');
  const isFirst = !existsSync(dist);
  if (isFirst) console.error('Building with tsc and rolldown. Later, only what has changed is compiled.');
  const patience = setTimeout(() => {
    if (!isFirst) sayToPerson('Building what has changed.');
  }, 2_000);
  const code = await runTool('typescript/bin/tsc', project === undefined ? ['-b'] : ['-b', project], {
    stdio: ['ignore', 2, 2],
  });
  clearTimeout(patience);
  if (code !== 0) refuse('Dialproof could not be built: the messages of the compiler are above.');
  const bundled = await run(process.execPath, ['tools/run/bundle.mjs'], { stdio: ['ignore', 2, 2] });
  if (bundled !== 0) refuse('The packages could not be bundled: the messages of rolldown are above.');
  if (project !== undefined && project !== SERVES_PAGE) return;
  const built = await run(process.execPath, ['libs/dashboard/build-page.mjs'], { stdio: ['ignore', 2, 2] });
  if (built !== 0) refuse('The page could not be built: the messages of Vite are above.');
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a script of node_modules and resolves to its exit code. */
export function runTool(script, args, options) {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], options);
}

/**
 * Runs a command in the root folder and resolves to its exit code; a signal that ends it counts as a failure. A signal that would end this
 * process and leave the command running goes to the command first. In its place, `stopSignal` goes to the command and to all that it has
 * started, except on Windows, which has no groups of processes.
 */
export function run(command, args, { stopSignal, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const isGroup = stopSignal !== undefined && process.platform !== 'win32';
    let child;
    let received;
    const pass = (signal) => {
      received = signal;
      if (isGroup) process.kill(-child.pid, stopSignal);
      else child.kill(stopSignal ?? signal);
    };
    const stopListening = () => {
      for (const signal of SIGNALS) process.removeListener(signal, pass);
    };
    // Listens before the command starts: a signal in between would end this process alone.
    for (const signal of SIGNALS) process.on(signal, pass);
    child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 1, 2],
      detached: isGroup,
      ...options,
    });
    child.once('error', (error) => {
      stopListening();
      reject(error);
    });
    child.once('exit', (code) => {
      stopListening();
      if (received === undefined) resolve(code === null ? 1 : code);
      else process.kill(process.pid, received);
    });
  });
}

/** Whether node_modules holds what the lock file names, as npm itself wrote down after its last install. */
function isInstalled() {
  try {
    const wanted = packagesOf('package-lock.json');
    const found = packagesOf('node_modules/.package-lock.json');
    return Object.keys(wanted).every((path) => path === '' || isSame(wanted[path], found[path]));
  } catch (_notInstalled) {
    return false;
  }
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;
}

function isSame(wanted, found) {
  // npm leaves out optional packages for other platforms.
  if (found === undefined) return wanted.optional === true;
  return (
    wanted.version === found.version &&
    wanted.integrity === found.integrity &&
    JSON.stringify(wanted.dependencies) === JSON.stringify(found.dependencies)
  );
}

/**
 * The reason why SQLite does not work; undefined if it works. Its driver is compiled for one line of Node, and another Node may be in use
 * now.
 */
function sqliteFailure() {
  try {
    const Database = createRequire(join(root, 'package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return undefined;
  } catch (error) {
    return String(error.message).split('\n', 1)[0];
  }
}

async function npm(args) {
  // At any other signal npm installs to the end and then removes it all, which the next `npm ci` does anyway.
  const options = { stdio: ['ignore', 2, 2], stopSignal: 'SIGKILL' };
  const script = process.env.npm_execpath;
  const code =
    script !== undefined && /npm-cli\.js$/.test(script)
      ? await run(process.execPath, [script, ...args], options)
      : await run('npm', args, { ...options, shell: process.platform === 'win32' });
  if (code !== 0)
    refuse(
      `npm ${args[0]} ended with ${code}: what was wrong is above. Mend it and run the same command again.`,
    );
}
