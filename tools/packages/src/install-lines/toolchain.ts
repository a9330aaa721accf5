import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { npmInstall, outputOf } from '../run-process.js';
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
  const newest = (await outputOf('npm', ['view', 'node', 'version'], root)).trim();
  const managers = join(folder, 'managers');
  const npms = [`oldest-npm@npm:npm@${OLDEST_NPM}`, 'newest-npm@npm:npm@latest'];
  await installInto(managers, ...npms, 'pnpm@latest', 'node-gyp@latest');
  const made: Toolchain[] = [];
  for (const node of [...lowest, newest]) {
    const npm = `${node === newest ? 'newest' : 'oldest'}-npm/bin/npm-cli.js`;
    const { env, home } = await makeShell(join(folder, `with-${node}`), node, {
      npm: `exec node '${managers}/node_modules/${npm}' "$@"`,
      pnpm: `exec '${managers}/node_modules/.bin/pnpm' "$@"`,
      // npm brings its own node-gyp; pnpm takes the one of the PATH, as docs/packages.md tells its users.
      'node-gyp': `exec node '${managers}/node_modules/node-gyp/bin/node-gyp.js' "$@"`,
    });
    // Without a prebuilt binary, node-gyp compiles against this Node's own headers.
    const withHeaders = { ...env, npm_config_nodedir: home };
    for (const manager of ['npm', 'pnpm'] as const) made.push({ node, manager, env: withHeaders });
  }
  return made;
}

/** `^20.19 || >=22.12` becomes 20.19.0 and 22.12.0. */
export function lowestNodes(engines: string): string[] {
  return engines.split('||').map((range) => `${range.replace(/[^\d.]/g, '')}.0`);
}

/** The environment of the shell of a machine with one Node and its npm alone, and with an empty cache, in a new folder. */
export async function makeNewMachine(folder: string, node: string, npm: string): Promise<NodeJS.ProcessEnv> {
  await installInto(join(folder, 'npm'), `npm@${npm}`);
  const program = (name: string) => `exec node '${folder}/npm/node_modules/npm/bin/${name}-cli.js' "$@"`;
  const { env } = await makeShell(folder, node, { npm: program('npm'), npx: program('npx') });
  return { ...env, npm_config_cache: join(folder, 'cache') };
}

/** Puts a Node and programs, each a line for a shell, before the PATH. */
async function makeShell(folder: string, version: string, programs: Readonly<Record<string, string>>) {
  // The package `node` installs that of the platform by a script, which npm 12 does not run. So it is installed directly.
  const name = `node-${process.platform}-${process.arch}`;
  await installInto(join(folder, 'node'), `${name}@${version}`);
  const home = join(folder, 'node/node_modules', name);
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await symlink(join(home, 'bin/node'), join(bin, 'node'));
  for (const [program, line] of Object.entries(programs)) {
    await writeFile(join(bin, program), `#!/bin/sh\n${line}\n`);
    await chmod(join(bin, program), 0o755);
  }
  // Without the variables of the npm that runs this check.
  const others = Object.entries(process.env).filter(
    ([variable]) => !/^(?:npm_|INIT_CWD$|NODE_OPTIONS$)/i.test(variable),
  );
  const env = { ...Object.fromEntries(others), PATH: [bin, process.env['PATH']].join(delimiter) };
  return { env, home };
}

async function installInto(folder: string, ...specs: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await npmInstall(folder, ...specs);
}
