import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from './run-process.js';
import { compilerOptions, type UserProject } from './user-projects.js';
import { root } from './workspace.js';

/** A folder of a user who has installed the packages and compiles programs with them. */
export class Host {
  readonly folder: string;
  readonly #compiled = new Map<UserProject, Promise<CompiledHost>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Compiles the programs, once for each way of doing so. */
  compile(project: UserProject): Promise<CompiledHost> {
    const compiled = this.#compiled.get(project) ?? compileHost(this.folder, project);
    this.#compiled.set(project, compiled);
    return compiled;
  }

  /** Runs a compiled program. Resolves to what it printed; rejects with that when it fails. */
  async run(project: UserProject, program: string): Promise<string> {
    const { folder } = await this.compile(project);
    const { code, output } = await runProcess(process.execPath, [join(folder, `${program}.js`)], this.folder);
    if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`);
    return output;
  }
}

const COMPILER = join(root, 'node_modules/typescript/bin/tsc');

interface CompiledHost {
  /** The folder of the emitted programs. */
  readonly folder: string;
  /** The compiler's errors in the programs and in all declarations that they reach. */
  readonly errors: readonly string[];
}

/** Compiles the programs of a host in one way, into a folder of its own. */
async function compileHost(host: string, project: UserProject): Promise<CompiledHost> {
  const { kind, moduleResolution: outDir } = project;
  const config = join(host, kind, `tsconfig.${outDir}.json`);
  const settings = { compilerOptions: { ...compilerOptions(project), outDir }, include: ['src'] };
  await writeFile(config, JSON.stringify(settings));
  const args = [COMPILER, '-p', config, '--pretty', 'false'];
  const { code, output } = await runProcess(process.execPath, args, host);
  const errors = output.split('\n').filter((line) => line !== '');
  if (code !== 0 && errors.length === 0) throw new Error(`the compiler ended with ${code} and said nothing`);
  return { folder: join(host, kind, outDir), errors };
}
