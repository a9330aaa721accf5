import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import type { PackedLib } from '../packed-lib.js';
import { outputOf } from '../run-process.js';
import type { DocumentedInstall } from './documented-installs.js';
import type { Toolchain } from './toolchain.js';

/** The note of a line for an older Node: `# before Node 22.14: better-sqlite3@12`. */
const OLDER = /# before Node (\d+)\.(\d+): (\S+)@(\S+)/;

/** The options in the note of a line for pnpm: `# pnpm: --allow-build=msgpackr-extract`. */
const FOR_PNPM = /# pnpm: ([^#]*[^#\s])/;

/**
 * Follows the lines of a page in an empty folder, and imports what they install, or runs the command line. Rejects, with the output, if
 * something fails.
 */
export async function tryInstall(
  install: DocumentedInstall,
  toolchain: Toolchain,
  parent: string,
  libs: readonly PackedLib[],
  registry: string,
): Promise<void> {
  const folder = join(parent, 'app');
  const packs = join(parent, 'dialproof-packs');
  await mkdir(folder, { recursive: true });
  await mkdir(packs);
  await writeFile(join(folder, 'package.json'), '{ "name": "app", "version": "1.0.0", "type": "module" }\n');
  await writeFile(join(folder, '.npmrc'), `@dialproof:registry=${registry}\n`);
  for (const { lib, file } of libs) {
    if (install.packs.includes(`libs/${lib}`)) await copyFile(file, join(packs, basename(file)));
  }
  const isGlobal = install.lines.some((line) => line.includes(' --global '));
  const env = { ...toolchain.env, ...(isGlobal ? globalFolders(parent, toolchain) : {}) };
  const shell = (command: string) => outputOf('sh', ['-c', command], folder, env);
  const lines = install.lines.map((line) => lineFor(line, toolchain));
  for (const line of lines) await shell(line);
  if (isGlobal) {
    const isLocal = lines.some((line) => line.includes('@dialproof/checkers'));
    const printed = await shell(isLocal ? "dialproof verify --local '+1 415 555 0100'" : 'dialproof --help');
    if (!printed.includes(isLocal ? '+14155550100\t' : 'dialproof')) throw new Error(printed);
    return;
  }
  const packed = install.packs.map((pack) => `@dialproof/${basename(pack)}`);
  const ours = [...lines.flatMap(packagesOf), ...packed].filter((name) => name.startsWith('@dialproof/'));
  await writeFile(join(folder, 'imports.js'), ours.map((name) => `import '${name}';\n`).join(''));
  await shell('node imports.js');
}

/** The line as the users of that Node and that package manager write it. */
export function lineFor(documented: string, { node, manager }: Pick<Toolchain, 'node' | 'manager'>): string {
  const [, major = '', minor = '', name = '', version = ''] = OLDER.exec(documented) ?? [];
  const [ofNode = 0, minorOfNode = 0] = node.split('.').map(Number);
  const isOlder = ofNode < Number(major) || (ofNode === Number(major) && minorOfNode < Number(minor));
  const bare = documented.trim().replace(/\s*#.*$/, '');
  const written = isOlder
    ? bare.replace(new RegExp(`(?<= )${name}(?:@\\S+)?(?= |$)`), `${name}@${version}`)
    : bare;
  if (manager === 'npm') return written;
  // docs/packages.md says that pnpm has to be told of a version that needs its install script.
  const named = FOR_PNPM.exec(documented)?.[1];
  const allowed = `${isOlder ? ` --allow-build=${name}` : ''}${named === undefined ? '' : ` ${named}`}`;
  const line = written.replace(/npm (?:i|install|add)\b/, `pnpm add${allowed}`);
  // The same page says that global packages that need one another are named with commas.
  return line.replace(/(?<= --global ).*/, (names) => names.trim().replace(/ +/g, ','));
}

/** The names of the packages of a line, without their versions. */
export function packagesOf(line: string): string[] {
  const words = line.replace(/^.*?npm (?:i|install|add)\b/, '').split(/\s+/);
  return words.filter((word) => /^@?[a-z]/.test(word)).map((word) => word.replace(/(?<=.)@.*$/, ''));
}

function globalFolders(parent: string, { env }: Toolchain): NodeJS.ProcessEnv {
  const global = join(parent, 'global');
  const PATH = [join(global, 'bin'), global, env['PATH']].join(delimiter);
  // A global installation does not read the .npmrc of the folder.
  const npmrc = join(parent, 'app/.npmrc');
  return { npm_config_prefix: global, npm_config_userconfig: npmrc, PNPM_HOME: global, PATH };
}
