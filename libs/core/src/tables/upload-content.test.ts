import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { DialproofError } from '../model/errors.js';
import { blocksOf, inPieces, openUpload, refusalOf, TrackedContent } from './upload.fixture.js';

const PIECES = [Buffer.from('a,b\n'), Buffer.alloc(200_000, '1,2\n')];

async function* neverEnding() {
  yield Buffer.from('PK\x03\x04');
  await new Promise(() => {});
}

describe('the content of an upload', () => {
  it('is closed unread when the name ends in neither .csv nor .xlsx', async () => {
    const content = new TrackedContent(PIECES);
    expect(await refusalOf(openUpload('list.numbers', content))).toEqual({
      code: 'unsupported_file_type',
      hint: "the file's name must end in .csv or .xlsx, it ends in .numbers: save it as one of the two",
    });
    expect(content).toMatchObject({ taken: 0, closed: 1 });
  });

  it.each(['list', 'csv', 'list.csv.exe', 'list.xls', ''])('is refused under the name %j', async (name) => {
    const content = new TrackedContent(PIECES);
    expect((await refusalOf(openUpload(name, content))).code).toBe('unsupported_file_type');
  });

  it('is not read before the rows are', async () => {
    const content = new TrackedContent(PIECES);
    expect((await openUpload('LIST.CSV', content)).fileType).toBe('csv');
    expect(content).toMatchObject({ taken: 0, closed: 0 });
  });

  it('is closed when the rows are left early', async () => {
    const content = new TrackedContent(PIECES);
    const table = await openUpload('list.csv', content);
    for await (const block of table.blocks) {
      expect(block.count).toBe(100);
      break;
    }
    expect(content).toMatchObject({ taken: 2, closed: 1 });
  });

  it('destroys a stream that is left early', async () => {
    const stream = Readable.from(PIECES);
    const table = await openUpload('list.csv', stream);
    for await (const _ of table.blocks) break;
    expect(stream.destroyed).toBe(true);
  });

  it.each([
    ['list.csv', { maxColumns: 1 }, 'too_many_columns'],
    ['list.csv', { maxFileBytes: 3 }, 'file_too_large'],
    ['list.xlsx', {}, 'malformed_file'],
  ])('is closed when %s is refused', async (name, limits, code) => {
    const content = new TrackedContent(PIECES);
    const table = await openUpload(name, content, { limits });
    expect((await refusalOf(blocksOf(table))).code).toBe(code);
    expect(content.closed).toBe(1);
  });

  it.each(['list.csv', 'list.xlsx'])('breaks off as upload_interrupted (%s)', async (name) => {
    async function* broken() {
      yield Buffer.from('PK');
      throw new Error('socket hang up');
    }
    const table = await openUpload(name, broken());
    expect((await refusalOf(blocksOf(table))).code).toBe('upload_interrupted');
  });

  it('may reject with its own refusal', async () => {
    async function* refusing() {
      yield Buffer.from('a,b');
      throw new DialproofError('file_too_large');
    }
    const table = await openUpload('list.csv', refusing());
    expect((await refusalOf(blocksOf(table))).code).toBe('file_too_large');
  });

  it.each(['list.csv', 'list.xlsx'])(
    'is given up at once by an abort while it is waited for (%s)',
    async (name) => {
      const content = new TrackedContent(neverEnding());
      const abort = new AbortController();
      const table = await openUpload(name, content, { signal: abort.signal });
      const refusal = refusalOf(blocksOf(table));
      setImmediate(() => abort.abort());
      expect((await refusal).code).toBe('upload_interrupted');
      expect(content.closed).toBe(1);
    },
  );

  it('is closed by an abort between blocks', async () => {
    const abort = new AbortController();
    const content = new TrackedContent(inPieces(Buffer.alloc(1_000_000, 'a,b\n'), 1_000_000));
    const table = await openUpload('list.csv', content, { signal: abort.signal });
    const blocks = table.blocks[Symbol.asyncIterator]();
    await blocks.next();
    abort.abort();
    await expect(drain(blocks)).rejects.toMatchObject({ code: 'upload_interrupted' });
    expect(content.closed).toBe(1);
  });

  it('is closed by an abort within a large piece', async () => {
    const abort = new AbortController();
    const content = new TrackedContent([Buffer.alloc(1_000_000, 'a,b\n')]);
    const table = await openUpload('list.csv', content, { signal: abort.signal });
    let rows = 0;
    const reading = async () => {
      for await (const block of table.blocks) {
        rows += block.count;
        abort.abort();
      }
    };
    expect((await refusalOf(reading())).code).toBe('upload_interrupted');
    expect(rows).toBeLessThan(50_000);
  });

  it('is closed by an abort before anyone read the rows', async () => {
    const abort = new AbortController();
    const content = new TrackedContent(PIECES);
    await openUpload('list.csv', content, { signal: abort.signal });
    abort.abort();
    expect(content.closed).toBe(1);
  });

  it('is closed when the signal was aborted beforehand', async () => {
    const content = new TrackedContent(PIECES);
    const table = await openUpload('list.csv', content, { signal: AbortSignal.abort() });
    expect((await refusalOf(blocksOf(table))).code).toBe('upload_interrupted');
    expect(content).toMatchObject({ taken: 0, closed: 1 });
  });

  it('leaves no listener on the signal behind', async () => {
    const { signal } = new AbortController();
    await blocksOf(await openUpload('list.csv', new TrackedContent(PIECES), { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('leaves turns of the event loop to others, even if all of it is there at once', async () => {
    const table = await openUpload('list.csv', new TrackedContent([Buffer.alloc(2_000_000, '1,2\n')]));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    await blocksOf(table);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});

async function drain(iterator: AsyncIterator<unknown>): Promise<void> {
  while ((await iterator.next()).done !== true);
}
