import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openApiDocument } from '@dialproof/http/wire';
import { build } from 'vitepress';
import { httpReference } from './http-reference.js';
import { writeTypescriptReference } from './typescript-reference.js';

const SITE = resolve(import.meta.dirname, '..');
const ROOT = resolve(SITE, '../..');
const REFERENCE = join(ROOT, 'docs/reference');

await writeReferences();
if (process.argv[2] !== 'references') {
  await build(SITE);
  console.log('The site is in tools/site/.vitepress/dist.');
}

/** Makes the pages that are not written by hand; git ignores them. */
async function writeReferences(): Promise<void> {
  await rm(REFERENCE, { recursive: true, force: true });
  await mkdir(REFERENCE, { recursive: true });
  const document = openApiDocument({ countsRequests: true });
  await writeFile(join(REFERENCE, 'http.md'), httpReference(document));
  await writeTypescriptReference(ROOT, join(REFERENCE, 'typescript'));
}
