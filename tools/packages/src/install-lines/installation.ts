import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { moduleReferences, packageOf } from '../module-references.js';
import type { PackedLib } from '../packed-lib.js';
import { runProcess } from '../run-process.js';
import { root } from '../workspace.js';
import type { DocumentedInstall, ShownProgram } from './documented-installs.js';
import type { Toolchain } from './toolchain.js';

const COMPILER = join(root, 'node_modules/typescript/bin/tsc');

/** The note of a line for an older Node: `# before Node 22.14: better-sqlite3@12`. */
const OLDER = /# before Node (\d+)\.(\d+): (\S+)@(\S+)/;

/** The note of a line for pnpm: `# pnpm: --allow-build=msgpackr-extract`. */
const FOR_PNPM = /# pnpm: (\S+)/;

/**
 * Follows the lines of a page in an empty folder. Resolves to a description of what was done. Rejects, with the output, if something fails.
 */
export async function tryInstall(
  install: DocumentedInstall,
  toolchain: Toolchain,
  parent: string,
  libs: readonly PackedLib[],
  registry: string,
): Promise<string> {
  const folder = join(parent, 'app');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "name": "app", "version": "1.0.0", "type": "module" }\n');
  await writeFile(join(folder, '.npmrc'), `@dialproof:registry=${registry}\n`);
  await placePacks(install, parent, libs);
  const isGlobal = install.lines.some((line) => line.includes(' --global '));
  const env = { ...toolchain.env, ...(isGlobal ? globalFolders(parent, toolchain) : {}) };
  const lines = install.lines.map((line) => lineFor(line, toolchain));
  for (const line of lines) await shell(line, folder, env);
  if (isGlobal) return runCommandLine(lines, folder, env);
  const installed = lines
    .flatMap(packagesOf)
    .concat(install.packs.map((pack) => `@dialproof/${basename(pack)}`));
  await importAll(installed, folder, env);
  const programs = install.programs.filter((program) => importsOnly(program, installed));
  for (const [at, program] of programs.entries()) await runShown(program, `program-${at}`, folder, env);
  return `${programs.length} of ${install.programs.length} programs of the page run`;
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

async function placePacks(
  install: DocumentedInstall,
  parent: string,
  libs: readonly PackedLib[],
): Promise<void> {
  await mkdir(join(parent, 'dialproof-packs'));
  for (const { lib, file } of libs) {
    if (install.packs.includes(`libs/${lib}`))
      await copyFile(file, join(parent, 'dialproof-packs', basename(file)));
  }
}

function globalFolders(parent: string, { env }: Toolchain): NodeJS.ProcessEnv {
  const global = join(parent, 'global');
  const PATH = [join(global, 'bin'), global, env['PATH']].join(delimiter);
  // A global installation does not read the .npmrc of the folder.
  return {
    npm_config_prefix: global,
    npm_config_userconfig: join(parent, 'app/.npmrc'),
    PNPM_HOME: global,
    PATH,
  };
}

async function runCommandLine(
  lines: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const isLocal = lines.some((line) => line.includes('@dialproof/checkers'));
  const command = isLocal ? "dialproof verify --local '+1 415 555 0100'" : 'dialproof --help';
  const printed = await shell(command, folder, env);
  assertPrinted(printed, isLocal ? ['+14155550100\t'] : ['dialproof'], command);
  return `${command} run`;
}

async function importAll(names: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const wanted = names.filter((name) => name.startsWith('@dialproof/'));
  await writeFile(join(folder, 'imports.js'), wanted.map((name) => `import '${name}';\n`).join(''));
  await shell('node imports.js', folder, env);
}

function importsOnly({ source }: ShownProgram, installed: readonly string[]): boolean {
  return moduleReferences('program.ts', source)
    .map(({ specifier }) => packageOf(specifier))
    .every((name) => name === undefined || installed.includes(name));
}

async function runShown(
  program: ShownProgram,
  name: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await writeFile(join(folder, `${name}.ts`), `${program.source.replaceAll('3000', '0')}\nexport {};\n`);
  // The check of snippets has compared the types already.
  const options =
    '--noCheck --target es2022 --module nodenext --experimentalDecorators --emitDecoratorMetadata';
  await shell(`'${process.execPath}' '${COMPILER}' ${options} ${name}.ts`, folder, process.env);
  const printed = await shell(`node ${name}.js`, folder, env);
  assertPrinted(printed, program.prints, `${name}.ts`);
}

function assertPrinted(printed: string, expected: readonly string[], what: string): void {
  const missing = expected.filter((text) => !printed.includes(text));
  if (missing.length > 0) throw new Error(`${what} does not print ${missing.join(' or ')}, but\n${printed}`);
}

async function shell(command: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await runProcess('sh', ['-c', command], folder, env);
  if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${output}`);
  return output;
}
