import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { zipFile } from './zip-file.js';

type Parts = Readonly<Record<string, string>>;

async function* inPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function zipped(parts: Parts, pieces: readonly Uint8Array[], max32?: number): Promise<Buffer> {
  return buffer(zipFile(parts, 'content', inPieces(pieces), max32));
}

function byYazl(parts: Parts, pieces: readonly Uint8Array[]): Promise<Buffer> {
  const zip = new ZipFile();
  const entry = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
  for (const [path, text] of Object.entries(parts))
    zip.addBuffer(Buffer.from(text), path, { ...entry, compressionLevel: 0 });
  zip.addReadStream(Readable.from(pieces), 'content', { ...entry, compressionLevel: 3 });
  zip.end();
  return buffer(zip.outputStream);
}

/** What yauzl reads, which checks every size and checksum. */
async function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
  }
  return files;
}

const path = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '.'), minLength: 1, maxLength: 9 });
const parts = fc.dictionary(
  path.map((name) => `parts/${name}x`),
  fc.string({ maxLength: 99 }),
  { maxKeys: 4 },
);
const pieces = fc.array(
  fc
    .tuple(fc.string({ minLength: 1 }), fc.nat(5_000))
    .map(([text, count]) => Buffer.from(text.repeat(count + 1))),
  { maxLength: 6 },
);

describe('a zip', () => {
  it('has the bytes of yazl', async () => {
    await fc.assert(
      fc.asyncProperty(parts, pieces, async (files, content) => {
        expect((await zipped(files, content)).equals(await byYazl(files, content))).toBe(true);
      }),
    );
  });

  it('has its sizes and places in 64 bits where they are too large for 32', async () => {
    await fc.assert(
      fc.asyncProperty(parts, pieces, fc.integer({ min: -1, max: 20_000 }), async (files, content, max32) => {
        const whole = Buffer.concat(content).toString();
        const bytes = await zipped(files, content, max32);
        expect(await unzipped(bytes)).toEqual({ ...files, content: whole });
      }),
    );
  });

  it('rejects as its content does, and leaves it when it is left', async () => {
    const failure = new Error('the store is down');
    let closed = 0;
    async function* failing(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('a');
        throw failure;
      } finally {
        closed += 1;
      }
    }
    await expect(buffer(zipFile({}, 'content', failing()))).rejects.toBe(failure);
    expect(closed).toBe(1);
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield randomBytes(50_000);
      } finally {
        closed += 1;
      }
    }
    let read = 0;
    for await (const piece of zipFile({}, 'content', endless())) {
      read += piece.length;
      if (read > 200_000) break;
    }
    expect(closed).toBe(2);
  });
});
