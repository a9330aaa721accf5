import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const FOLDER = new URL('../dist/page/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of the page, whole and packed. */
export class PageFile {
  readonly type: string;
  readonly content: Buffer;
  readonly etag: string;
  #gzipped: Buffer | undefined;

  constructor(name: string, content: Buffer) {
    this.type = TYPES[extname(name)] ?? 'application/octet-stream';
    this.content = content;
    this.etag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  }

  get gzipped(): Buffer {
    this.#gzipped ??= gzipSync(this.content, { level: 9 });
    return this.#gzipped;
  }
}

/** Reads a file of the page, which the build of this package has made. Throws when it was not built. */
export function readPageText(name: string): string {
  try {
    return readFileSync(new URL(name, FOLDER), 'utf8');
  } catch (cause) {
    const place = fileURLToPath(FOLDER);
    throw new Error(`The page is not in ${place}: build it with node build-page.mjs`, { cause });
  }
}

/** The files beside the page, by their names: each name holds a hash of the content. */
export function readAssets(): ReadonlyMap<string, PageFile> {
  const folder = new URL('assets/', FOLDER);
  const names = readdirSync(folder);
  return new Map(names.map((name) => [name, new PageFile(name, readFileSync(new URL(name, folder)))]));
}
