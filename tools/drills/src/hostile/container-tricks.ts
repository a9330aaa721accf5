import { createSeededRandom } from '@dialproof/generate';
import { type HostileGroup, hostile } from './hostile-group.js';
import { relation, SHEET, workbookBytes, workbookFiles } from './workbook-parts.js';
import { type ZipFile, zipBytes } from './zip-bytes.js';

const MIB = 1024 * 1024;
const BOMB = { sheets: [{ piece: '<row/>', times: 50_000_000 }] } as const;

const refused = (name: string, make: () => Promise<Uint8Array>) => hostile(name, ['malformed_file'], make);

const withSheet = (change: Partial<ZipFile>, parts = {}) =>
  zipBytes(workbookFiles(parts).map((file) => (file.name === SHEET ? { ...file, ...change } : file)));

const many = (count: number): ZipFile[] =>
  Array.from({ length: count }, (_, n) => ({ name: `xl/media/${n}`, data: '' }));

/** Zips that are damaged, too large, or have false headers. */
export function containerTricks(real: Uint8Array, seed: number): readonly HostileGroup[] {
  return [
    refused('300 MB that declare to be 1 kB', () => withSheet({ declaredSize: 1_000 }, BOMB)),
    refused('300 MB that declare to be 30 MB', () => withSheet({ declaredSize: 30_000_000 }, BOMB)),
    hostile('1 kB that declares to be 4 GB', ['malformed_file', 'file_too_large'], () =>
      withSheet({ declaredSize: 4_000_000_000 }),
    ),
    refused('1 kB that declares to be 30 MB', () => withSheet({ declaredSize: 30_000_000 })),
    refused('deflate blocks without an end that hold nothing', () =>
      withSheet({
        packed: Buffer.alloc(20 * MIB, Buffer.from('0000 00ff ff00 0000 ffff'.replaceAll(' ', ''), 'hex')),
      }),
    ),
    refused('bytes that are not deflated', () => withSheet({ packed: Buffer.alloc(MIB, 0xfe) })),
    refused('2,000 parts in one place', () =>
      zipBytes([...workbookFiles({}), ...many(2_000).map((file) => ({ ...file, offset: 0 }))]),
    ),
    refused('60,000 parts', () => zipBytes([...workbookFiles({}), ...many(60_000)])),
    hostile('4,900 parts, as are allowed', ['read'], () => zipBytes([...workbookFiles({}), ...many(4_900)])),
    refused('more parts declared than there are', () => zipBytes(workbookFiles({}), 9_000)),
    refused('a part whose name leads out', () =>
      workbookBytes({ moreFiles: [{ name: '../../../tmp/evil', data: 'x' }] }),
    ),
    refused('a part whose name begins at the root', () =>
      workbookBytes({ moreFiles: [{ name: '/etc/evil', data: 'x' }] }),
    ),
    refused('a sheet that is a file outside', () =>
      zipBytes(
        workbookFiles({}).map((file) => ({
          ...file,
          data: file.data.toString().replace('worksheets/sheet0.xml', '../../../../../etc/passwd'),
        })),
      ),
    ),
    refused('zips in each other, ten deep', async () => {
      let inner = await workbookBytes({});
      for (let depth = 0; depth < 10; depth += 1)
        inner = await zipBytes([{ name: 'list.xlsx', data: inner }]);
      return inner;
    }),
    hostile('a zip bomb beside the sheet', ['read'], async () =>
      workbookBytes({
        moreFiles: [{ name: 'xl/media/a.zip', data: await zipBytes([{ name: 'a', data: 'a', times: 1e8 }]) }],
      }),
    ),
    refused('a relation to a part that is not there', () =>
      workbookBytes({ moreRelations: relation('rId0', 'worksheet', 'nothing.xml') }),
    ),
    refused('90 MB that begin as a zip', async () =>
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(90 * MIB)]),
    ),
    refused('90 MB that begin as an .xls', async () =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(90 * MIB)]),
    ),
    truncated(real),
    flipped(real, seed),
    scrambled(seed),
  ];
}

function truncated(real: Uint8Array): HostileGroup {
  return {
    name: 'a workbook cut off at every tenth and before its last byte',
    outcomes: ['malformed_file', 'empty_file'],
    async *files() {
      for (let tenth = 0; tenth < 10; tenth += 1)
        yield real.subarray(0, Math.floor((real.length * tenth) / 10));
      yield real.subarray(0, -1);
    },
  };
}

function flipped(real: Uint8Array, seed: number): HostileGroup {
  return {
    name: 'a workbook with a bit turned over, 200 times',
    outcomes: ['malformed_file', 'file_too_large', 'too_many_columns', 'empty_file', 'read'],
    async *files() {
      const random = createSeededRandom(seed);
      for (let count = 0; count < 200; count += 1) {
        const bytes = Uint8Array.from(real);
        // Half of the damages hit the directory at the end, where a bit has the largest effect.
        const at = count % 2 === 0 ? random.below(bytes.length) : bytes.length - 1 - random.below(1_000);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
        yield bytes;
      }
    },
  };
}

function scrambled(seed: number): HostileGroup {
  return {
    name: 'random bytes behind the beginning of a zip, 50 times',
    outcomes: ['malformed_file'],
    async *files() {
      const random = createSeededRandom(seed);
      for (let count = 0; count < 50; count += 1) {
        yield Uint8Array.from({ length: 20_000 }, (_, at) => [0x50, 0x4b, 3, 4][at] ?? random.below(256));
      }
    },
  };
}
