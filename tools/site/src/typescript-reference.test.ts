import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { entryPoints } from './typescript-reference.js';

const ROOT = resolve(import.meta.dirname, '../../..');

it('finds the declarations of each entry point, those of sub-paths too', () => {
  const found = entryPoints(ROOT);
  expect(found).toContain(resolve(ROOT, 'libs/http/dist/wire/index.d.ts'));
  expect(found).toContain(resolve(ROOT, 'libs/sql/dist/postgres/index.d.ts'));
  expect(new Set(found).size).toBe(found.length);
});
