import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedLib } from './packed-lib.js';
import { npmInstall, outputOf, runProcess } from './run-process.js';
import { installedWith, installedWithAll, needsOptionalPeers, SERVER, USES } from './uses.js';
import { root } from './workspace.js';

/** The two kinds of program that a host can be: the same sources become one or the other by the package.json beside them. */
const MODULE_KINDS = ['module', 'commonjs'] as const;

/** A way in which users compile. */
export interface UserProject {
  readonly kind: (typeof MODULE_KINDS)[number];
  readonly module: string;
  readonly moduleResolution: string;
}

/** The output is run as ES modules. */
export const AS_MODULE: UserProject = { kind: 'module', module: 'node16', moduleResolution: 'node16' };

/** The output is run with `require`. Only nodenext knows that ES modules can be required; node16 reports an error. */
export const AS_COMMONJS: UserProject = {
  kind: 'commonjs',
  module: 'nodenext',
  moduleResolution: 'nodenext',
};

const BUNDLED: UserProject = { kind: 'module', module: 'esnext', moduleResolution: 'bundler' };

/** The resolution that Nest's and many other tsconfig.json had for years. TypeScript 7 no longer has it. */
const CLASSIC: UserProject = { kind: 'commonjs', module: 'commonjs', moduleResolution: 'node10' };

export const TYPESCRIPT_7_PROJECTS: readonly UserProject[] = [AS_MODULE, AS_COMMONJS, BUNDLED];
export const EARLIER_PROJECTS: readonly UserProject[] = [...TYPESCRIPT_7_PROJECTS, CLASSIC];

/** The oldest release that docs/packages.md names, and the newest before TypeScript 7. The application of Nest 11 has one between them. */
export const EARLIER_TYPESCRIPTS = ['5.8', '6.0'] as const;

const TYPESCRIPT_7 = join(root, 'node_modules/typescript');
const SQLITE_DRIVER = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';

/** Installs the earlier compilers into a new folder, beside one another. Resolves to the folder of each. */
export async function installTypeScripts(folder: string): Promise<(release: string) => string> {
  await mkdir(folder, { recursive: true });
  const specs = EARLIER_TYPESCRIPTS.map((release) => `typescript-${release}@npm:typescript@~${release}.0`);
  await npmInstall(folder, ...specs);
  return (release) => join(folder, 'node_modules', `typescript-${release}`);
}

/** Copies an application into a new folder, and installs these packages and its other dependencies. Resolves to the folder. */
export async function makeApplication(
  name: string,
  hosts: string,
  packed: readonly PackedLib[],
  used: readonly string[],
): Promise<string> {
  const folder = join(hosts, name);
  await cp(join(root, 'tools/packages', name), folder, { recursive: true });
  const files = packed.filter(({ lib }) => used.includes(lib)).map(({ file }) => file);
  await npmInstall(folder, '--no-save', ...files);
  return folder;
}

/** A folder of a user who has installed the packages and compiles programs with them. */
export class Host {
  readonly folder: string;
  readonly #compiled = new Map<UserProject, Promise<CompiledHost>>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Installs the packages and their required peers into a new folder, without optional ones. */
  static async plain(folder: string, packed: readonly PackedLib[]): Promise<Host> {
    await mkdir(folder, { recursive: true });
    await writeJson(join(folder, 'package.json'), { private: true });
    const plain = packed.filter(({ lib }) => lib !== SERVER);
    const besides = plain.flatMap(({ lib }) => installedWith(lib));
    await npmInstall(folder, ...plain.map(({ file }) => file), ...new Set(besides));
    // Copied from the workspace, where it is compiled for this Node. Its install script would compile for a minute.
    await cp(join(root, SQLITE_DRIVER), join(folder, SQLITE_DRIVER));
    return await new Host(folder).#withPrograms((file) => !needsOptionalPeers(file));
  }

  /** Makes a copy of a plain host and installs the optional peers and the server into it too. */
  static async withOptionalPeers(folder: string, plain: Host, packed: readonly PackedLib[]): Promise<Host> {
    const isInstalled = (path: string) => !MODULE_KINDS.some((kind) => path === join(plain.folder, kind));
    await cp(plain.folder, folder, { recursive: true, verbatimSymlinks: true, filter: isInstalled });
    const server = packed.filter(({ lib }) => lib === SERVER).map(({ file }) => file);
    await npmInstall(folder, ...server, ...new Set(installedWithAll()));
    return await new Host(folder).#withPrograms(() => true);
  }

  /** Compiles the programs with TypeScript 7, once for each way of doing so. */
  compile(project: UserProject): Promise<CompiledHost> {
    const compiled = this.#compiled.get(project) ?? this.compileWith(TYPESCRIPT_7, project);
    this.#compiled.set(project, compiled);
    return compiled;
  }

  async compileWith(compiler: string, project: UserProject): Promise<CompiledHost> {
    const { kind, module, moduleResolution: outDir } = project;
    const config = join(this.folder, kind, `tsconfig.${outDir}.json`);
    const compilerOptions = {
      ...{ module, moduleResolution: outDir, outDir, rootDir: 'src', strict: true, target: 'es2022' },
      ...{ lib: ['es2022'], types: ['node'], esModuleInterop: true },
      ...{ experimentalDecorators: true, emitDecoratorMetadata: true },
      // Declarations are checked too.
      skipLibCheck: false,
      // TypeScript 6 accepts the classic resolution only with this option.
      ...(compiler.endsWith('6.0') ? { ignoreDeprecations: '6.0' } : {}),
    };
    await writeJson(config, { compilerOptions, include: ['src'] });
    const args = [join(compiler, 'bin/tsc'), '-p', config, '--pretty', 'false'];
    const { code, output } = await runProcess(process.execPath, args, this.folder);
    const errors = output.split('\n').filter((line) => line !== '');
    if (code !== 0 && errors.length === 0)
      throw new Error(`the compiler ended with ${code} and said nothing`);
    return { folder: join(this.folder, kind, outDir), errors };
  }

  /** Runs a compiled program. Resolves to what it printed; rejects with that when it fails. */
  async run(project: UserProject, program: string): Promise<string> {
    const { folder } = await this.compile(project);
    return await outputOf(process.execPath, [join(folder, `${program}.js`)], this.folder);
  }

  async #withPrograms(isWanted: (file: string) => boolean): Promise<this> {
    for (const kind of MODULE_KINDS) {
      for (const file of (await readdir(USES)).filter(isWanted))
        await cp(join(USES, file), join(this.folder, kind, 'src', file));
      await writeJson(join(this.folder, kind, 'package.json'), { private: true, type: kind });
    }
    return this;
  }
}

interface CompiledHost {
  /** The folder of the emitted programs. */
  readonly folder: string;
  /** The compiler's errors in the programs and in all declarations that they reach. */
  readonly errors: readonly string[];
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
