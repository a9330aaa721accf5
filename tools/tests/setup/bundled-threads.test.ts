import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundledThreads } from './bundled-threads.js';

/** A folder with the sources of programs, by their names. */
function folderWith(sources: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-$&-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  return folder;
}

/** What becomes of a source in this folder. */
async function transformed(folder: string, code: string): Promise<string | undefined> {
  const { transform } = bundledThreads(join(folder, 'bundles'));
  if (typeof transform !== 'function') throw new TypeError('the plugin has no function that transforms');
  // It uses nothing of the context in which Vite calls it.
  const result = await transform.call({} as never, code, join(folder, 'main.ts'));
  return typeof result === 'object' ? result?.code?.toString() : undefined;
}

function addressIn(code: string | undefined): string {
  return /new URL\("(.+)"\)/.exec(code ?? '')?.[1] ?? '';
}

describe('the program of a thread in a test', () => {
  it('is named by the address of its bundle, whatever characters that has', async () => {
    const folder = folderWith({ 'a-worker.ts': "export const answer: string = 'of a';" });
    const code = await transformed(folder, "const url = new URL('./a-worker.js', import.meta.url);");
    const address = addressIn(code);
    expect(code).toBe(`const url = new URL(${JSON.stringify(address)});`);
    expect(fileURLToPath(address).startsWith(folder)).toBe(true);
    expect(await import(address)).toMatchObject({ answer: 'of a' });
  });

  it('may start another one, and be a fixture', async () => {
    const folder = folderWith({
      'outer-worker.fixture.ts':
        "export const inner = async (): Promise<unknown> => import(new URL('./inner-worker.js', import.meta.url).href);",
      'inner-worker.ts': "export const answer: string = 'of the inner one';",
    });
    const code = await transformed(folder, "new URL('./outer-worker.fixture.js', import.meta.url)");
    const { inner } = await import(addressIn(code));
    expect(await inner()).toMatchObject({ answer: 'of the inner one' });
  });

  it('has with it what it loads later', async () => {
    const folder = folderWith({
      'a-worker.ts': "export const later = async (): Promise<unknown> => import('./later.js');",
      'later.ts': "export const answer: string = 'of what came later';",
    });
    const code = await transformed(folder, "new URL('./a-worker.js', import.meta.url)");
    const { later } = await import(addressIn(code));
    expect(await later()).toMatchObject({ answer: 'of what came later' });
  });

  it('is left as it is where there is no source of it', async () => {
    const code = "new URL('./a-worker.js', import.meta.url)";
    expect(await transformed(folderWith({}), code)).toBeUndefined();
  });
});
