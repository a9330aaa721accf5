import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runNpm, runProcess } from '../run-process.js';
import { readManifest, root } from '../workspace.js';

/** npm as the lowest Nodes bring it. The highest Node takes the newest. */
const OLDEST_NPM = '10';

/** One Node with a package manager, as a user's shell finds them. */
export interface Toolchain {
  readonly node: string;
  readonly manager: 'npm' | 'pnpm';
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/** The lowest Node of each line of `engines`, and the newest Node, each with npm and with pnpm, from the registry's own packages. */
export async function makeToolchains(folder: string): Promise<Toolchain[]> {
  const lowest = lowestNodes(readManifest(root).engines?.['node'] ?? '');
  const newest = await newestNode();
  const managers = join(folder, 'managers');
  await installInto(managers, [
    `oldest-npm@npm:npm@${OLDEST_NPM}`,
    'newest-npm@npm:npm@latest',
    'pnpm@latest',
    'node-gyp@latest',
  ]);
  const made: Toolchain[] = [];
  for (const node of [...lowest, newest]) {
    const home = await installNode(folder, node);
    const npm = join(
      managers,
      'node_modules',
      node === newest ? 'newest-npm' : 'oldest-npm',
      'bin/npm-cli.js',
    );
    const bin = join(folder, `bin-${node}`);
    await mkdir(bin);
    await symlink(join(home, 'bin/node'), join(bin, 'node'));
    await writeProgram(join(bin, 'npm'), `exec node '${npm}' "$@"`);
    await writeProgram(join(bin, 'pnpm'), `exec '${join(managers, 'node_modules/.bin/pnpm')}' "$@"`);
    // npm brings its own node-gyp; pnpm takes the one of the PATH, as docs/packages.md tells its users.
    await writeProgram(
      join(bin, 'node-gyp'),
      `exec node '${join(managers, 'node_modules/node-gyp/bin/node-gyp.js')}' "$@"`,
    );
    const env = {
      ...withoutNpm(process.env),
      PATH: [bin, process.env['PATH']].join(delimiter),
      // Without a prebuilt binary, node-gyp compiles against this Node's own headers.
      npm_config_nodedir: home,
    };
    made.push({ node, manager: 'npm', env }, { node, manager: 'pnpm', env });
  }
  return made;
}

/** `^20.19 || >=22.12` becomes 20.19.0 and 22.12.0. */
export function lowestNodes(engines: string): string[] {
  return engines.split('||').map((range) => `${range.replace(/[^\d.]/g, '')}.0`);
}

/**
 * A machine with one Node and its npm alone, and with an empty cache: the environment of its shell, in a new folder. `line` is the number
 * before the first dot of its versions.
 */
export async function makeNewMachine(folder: string, line: string, npm: string): Promise<NodeJS.ProcessEnv> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const home = await installNode(folder, line);
  await installInto(join(folder, 'npm'), [`npm@${npm}`]);
  await symlink(join(home, 'bin/node'), join(bin, 'node'));
  for (const name of ['npm', 'npx']) {
    const program = join(folder, `npm/node_modules/npm/bin/${name}-cli.js`);
    await writeProgram(join(bin, name), `exec node '${program}' "$@"`);
  }
  return {
    ...withoutNpm(process.env),
    PATH: [bin, process.env['PATH']].join(delimiter),
    npm_config_cache: join(folder, 'cache'),
  };
}

async function newestNode(): Promise<string> {
  return (await runProcess('npm', ['view', 'node', 'version'], root)).stdout.trim();
}

/**
 * The package `node` installs that of the platform by a script, which npm 12 does not run. So the platform's package is installed directly.
 */
async function installNode(folder: string, version: string): Promise<string> {
  const target = join(folder, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  await installInto(target, [`${name}@${version}`]);
  return join(target, 'node_modules', name);
}

async function installInto(folder: string, specs: readonly string[]): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await runNpm(['install', '--no-audit', '--no-fund', '--ignore-scripts', ...specs], folder);
}

async function writeProgram(file: string, line: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${line}\n`);
  await chmod(file, 0o755);
}

/** The environment without the variables of the npm that runs this check. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:npm_|INIT_CWD$|NODE_OPTIONS$)/i.test(name)),
  );
}
