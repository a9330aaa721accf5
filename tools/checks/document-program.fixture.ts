import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
/** Where packages are found, and no TypeScript of ours is looked for. */
const FOLDER = join(ROOT, 'node_modules/.dialproof');

/** The blocks of TypeScript of a document, in their order. */
export async function programsOf(document: string): Promise<readonly string[]> {
  const page = await readFile(join(ROOT, document), 'utf8');
  return [...page.matchAll(/^```ts[^\n]*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

/** A folder in which programs find the packages, as in an application. */
export async function newProgramFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  await mkdir(FOLDER, { recursive: true });
  const path = await mkdtemp(join(FOLDER, 'program-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Writes a program as JavaScript, over the built packages, and returns its path. */
export async function compiledProgram(program: string, folder: string): Promise<string> {
  await writeFile(join(folder, 'server.ts'), program);
  const outDir = join(folder, 'dist');
  await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    // The packages stay where they are: the dashboard finds its page beside itself.
    ssr: { external: true },
    build: { ssr: join(folder, 'server.ts'), outDir, target: 'node20', minify: false },
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return join(outDir, 'server.js');
}
