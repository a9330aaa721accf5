import { rm } from 'node:fs/promises';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type PackedLibs, packLibs, readPackedLibs } from '../packed-lib.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the packed packages. */
    readonly packed: string;
  }
}

/** Packs the packages once, before all tests: it compiles every one of them anew. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await packLibs();
  provide('packed', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** The packages that were packed before the tests. */
export function packedLibs(): Promise<PackedLibs> {
  return readPackedLibs(inject('packed'));
}
