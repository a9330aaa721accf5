import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blocksOf, inPieces, openUpload, refusalOf, TrackedContent } from '../upload.fixture.js';
import { workbookOf } from './workbook.fixture.js';

const onLinux = process.platform === 'linux';
const ROWS = 5_000;
const WORKBOOK = workbookOf({
  sheets: [Array.from({ length: ROWS }, (_, row) => `<row><c><v>${row * 7919}</v></c></row>`).join('')],
});

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dialproof-tables-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Descriptors of files in the directory, removed ones included. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(directory));
}

const open = (bytes: Uint8Array, signal?: AbortSignal) =>
  openUpload('list.xlsx', new TrackedContent(inPieces(bytes, 1_000)), {
    tempDirectory: directory,
    ...(signal === undefined ? {} : { signal }),
  });

describe.runIf(onLinux)('the temporary file of a workbook', () => {
  it('has no name while it is read, and is closed after the last row', async () => {
    const table = await open(WORKBOOK);
    expect(openFiles()).toEqual([]);
    let rows = 0;
    for await (const block of table.blocks) {
      rows += block.count;
      expect(readdirSync(directory)).toEqual([]);
      expect(openFiles()).toHaveLength(1);
    }
    expect(rows).toBe(ROWS);
    expect(openFiles()).toEqual([]);
  });

  it('is closed when the rows are left early', async () => {
    for await (const block of (await open(WORKBOOK)).blocks) {
      expect(block.count).toBe(100);
      break;
    }
    expect(openFiles()).toEqual([]);
  });

  it('is closed when the workbook is refused', async () => {
    const refusal = await refusalOf(blocksOf(await open(WORKBOOK.subarray(0, 2_000))));
    expect(refusal.code).toBe('malformed_file');
    expect(openFiles()).toEqual([]);
  });

  it('is closed when the signal is aborted between blocks', async () => {
    const abort = new AbortController();
    const blocks = (await open(WORKBOOK, abort.signal)).blocks[Symbol.asyncIterator]();
    await blocks.next();
    abort.abort();
    const drain = async () => {
      while ((await blocks.next()).done !== true);
    };
    await expect(drain()).rejects.toMatchObject({ code: 'upload_interrupted' });
    expect(openFiles()).toEqual([]);
  });

  it('is closed when the upload breaks off', async () => {
    async function* broken() {
      yield WORKBOOK.subarray(0, 1_000);
      throw new Error('socket hang up');
    }
    const table = await openUpload('list.xlsx', broken(), { tempDirectory: directory });
    expect((await refusalOf(blocksOf(table))).code).toBe('upload_interrupted');
    expect(openFiles()).toEqual([]);
  });

  it('says so when it cannot be written', async () => {
    const content = new TrackedContent([WORKBOOK]);
    const table = await openUpload('list.xlsx', content, { tempDirectory: join(directory, 'missing') });
    expect((await refusalOf(blocksOf(table))).code).toBe('storage_unavailable');
    expect(content).toMatchObject({ taken: 0, closed: 1 });
  });
});
