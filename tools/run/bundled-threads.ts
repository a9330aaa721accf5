import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** How a source names the program of a thread. */
const THREAD = /new URL\('(\.\/[\w-]+-worker)\.js', import\.meta\.url\)/g;
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/dialproof-threads/', import.meta.url));

/**
 * Lets the tests start threads from the sources: Node itself loads what runs in a thread, and of that there is only TypeScript. So the program of
 * the thread is bundled, and named instead.
 */
export function bundledThreads(): Plugin {
  const bundles = new Map<string, Promise<string>>();
  return {
    name: 'bundled-threads',
    // Before the source is compiled, and written another way.
    enforce: 'pre',
    async transform(code, id) {
      if (!code.includes('-worker.js')) return undefined;
      let changed = code;
      for (const [written, program = ''] of code.matchAll(THREAD)) {
        const source = join(dirname(id), `${program}.ts`);
        if (!existsSync(source)) continue;
        const bundle = bundles.get(source) ?? bundleOf(source);
        bundles.set(source, bundle);
        changed = changed.replace(written, `new URL(${JSON.stringify(await bundle)})`);
      }
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}

/** The address of a file with the program and all sources that it imports. */
async function bundleOf(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { ssr: source, write: false, minify: false, target: 'node20' },
  });
  const [output] = 'output' in built ? built.output : [];
  if (output === undefined) throw new Error(`${source} could not be bundled`);
  const name = createHash('sha256').update(output.code).digest('hex').slice(0, 16);
  const file = join(FOLDER, `${name}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(FOLDER, { recursive: true });
    // Another process may be writing it too.
    writeFileSync(`${file}.${process.pid}`, output.code);
    renameSync(`${file}.${process.pid}`, file);
  }
  return pathToFileURL(file).href;
}
