import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from './run-process.js';
import { compilerOptions, type UserProject } from './user-projects.js';
import { root } from './workspace.js';

const COMPILER = join(root, 'node_modules/typescript/bin/tsc');

export interface CompiledHost {
  /** The folder of the emitted programs. */
  readonly folder: string;
  /** What the compiler says of the programs and of every declaration that they reach, ours and those of others. */
  readonly errors: readonly string[];
}

/** Compiles the programs of a host in one way, into a folder of its own. */
export async function compileHost(host: string, project: UserProject): Promise<CompiledHost> {
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
