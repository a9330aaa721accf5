import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCsv, writeXlsx } from '@dialproof/generate';

/** Makes generated files on demand, each once, and removes them at the end. */
export class SampleFiles {
  readonly #folder: Promise<string> = mkdtemp(join(tmpdir(), 'dialproof-samples-'));
  readonly #files = new Map<string, Promise<string>>();

  async get(rows: number, format: 'csv' | 'xlsx'): Promise<string> {
    const name = `${rows}.${format}`;
    const path = join(await this.#folder, name);
    const made = this.#files.get(name) ?? this.#make(path, rows, format);
    this.#files.set(name, made);
    return made;
  }

  async path(name: string): Promise<string> {
    return join(await this.#folder, name);
  }

  async remove(): Promise<void> {
    await rm(await this.#folder, { recursive: true });
  }

  async #make(path: string, rows: number, format: 'csv' | 'xlsx'): Promise<string> {
    const write = format === 'csv' ? writeCsv : writeXlsx;
    await write(path, { rows, seed: 1 });
    return path;
  }
}
