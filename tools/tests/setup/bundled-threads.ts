import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** The expression by which a source names the program of a thread. */
const THREAD = /new URL\('(\.\/[\w-]+-worker(?:\.fixture)?)\.js', import\.meta\.url\)/g;
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/dialproof-threads/', import.meta.url));

/**
 * Lets the tests start threads from the sources. Node loads the program of a thread itself and cannot load TypeScript, so the program is
 * bundled into this folder, and the source names the bundle. A process that a test starts may have such a program too, a fixture for
 * instance.
 */
export function bundledThreads(folder: string = FOLDER): Plugin {
  const bundles = new Map<string, Promise<string>>();
  return {
    name: 'bundled-threads',
    // Before the compiler changes the expression.
    enforce: 'pre',
    async transform(code, id) {
      if (!code.includes('-worker.')) return undefined;
      let changed = code;
      for (const [written, program = ''] of code.matchAll(THREAD)) {
        const source = join(dirname(id), `${program}.ts`);
        if (!existsSync(source)) continue;
        const bundle = bundles.get(source) ?? bundleOf(source, folder);
        bundles.set(source, bundle);
        // A function, since a path may hold `$`, which a replacement text interprets.
        const named = `new URL(${JSON.stringify(await bundle)})`;
        changed = changed.replace(written, () => named);
      }
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}

/** The address of a file with the program and all sources that it imports. */
async function bundleOf(source: string, folder: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    // The program may start a thread itself.
    plugins: [bundledThreads(folder)],
    // With its dependencies in the same file, a thread starts in 150 ms of processor time instead of 390. The model of jschardet, 23 MB,
    // stays out, and so does better-sqlite3, which finds its binary beside its own files.
    ssr: { noExternal: true, external: ['jschardet', 'better-sqlite3'] },
    build: {
      ssr: source,
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = 'output' in built ? built.output : [];
  if (output === undefined) throw new Error(`${source} could not be bundled`);
  const name = createHash('sha256').update(output.code).digest('hex').slice(0, 16);
  const file = join(folder, `${name}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    // Another process may be writing it too.
    writeFileSync(`${file}.${process.pid}`, output.code);
    renameSync(`${file}.${process.pid}`, file);
  }
  return pathToFileURL(file).href;
}
