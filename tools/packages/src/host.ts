import { join } from 'node:path';
import { runProcess } from './run-process.js';
import { type CompiledHost, compileHost } from './typescript-7.js';
import type { UserProject } from './user-projects.js';

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
