import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trialService } from '../../../service/trial-service.fixture.js';
import { DEFAULT_TABLE_LIMITS } from '../../table-limits.js';
import { blocksOf, inPieces, openUpload, refusalOf, TrackedContent } from '../../upload.fixture.js';
import { workbookOf } from '../workbook.fixture.js';
import { removeAbandonedTempFiles, TempFile, tempFileName } from './temp-file.js';
import { ZipParts } from './zip-parts.js';

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

  it('rejects with storage_unavailable if it cannot be written', async () => {
    const content = new TrackedContent([WORKBOOK]);
    const table = await openUpload('list.xlsx', content, { tempDirectory: join(directory, 'missing') });
    expect((await refusalOf(blocksOf(table))).code).toBe('storage_unavailable');
    expect(content).toMatchObject({ taken: 0, closed: 1 });
  });

  it('rejects with storage_unavailable if it cannot be read, and does not call the workbook damaged', async () => {
    const file = await TempFile.create(directory);
    await file.append(WORKBOOK);
    const parts = await ZipParts.open(file, DEFAULT_TABLE_LIMITS);
    await file.close();
    const text = async () => {
      for await (const _piece of parts.xml('xl/workbook.xml').text);
    };
    await expect(text()).rejects.toHaveProperty('code', 'storage_unavailable');
    const opened = ZipParts.open(file, DEFAULT_TABLE_LIMITS);
    await expect(opened).rejects.toHaveProperty('code', 'storage_unavailable');
  });
});

describe('abandoned temp files', () => {
  const HOUR_S = 3_600;

  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dialproof-abandoned-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** The id of a process that has ended. */
  function endedPid(): number {
    return spawnSync(process.execPath, ['-e', '']).pid;
  }

  async function place(name: string, ageS = 0): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, 'phone\n+14155550100\n');
    const writtenAt = Date.now() / 1_000 - ageS;
    await utimes(path, writtenAt, writtenAt);
    return name;
  }

  const named = (pid: number) => `dialproof-${pid}-${randomUUID()}.tmp`;

  describe('temporary files of killed processes', () => {
    it('are removed when a service starts', async () => {
      await place(named(endedPid()));
      await place(named(process.pid), HOUR_S * 23);
      await place(named(process.ppid), HOUR_S * 25);
      const { failures, service } = await trialService({ tempDirectory: directory });
      await service.start();
      expect(await readdir(directory)).toEqual([]);
      expect(failures).toEqual([]);
    });

    it('are distinguished from files in use, and from files of other programs', async () => {
      const pid = endedPid();
      const kept = [
        await place(tempFileName()),
        await place(named(process.ppid)),
        await place(`dialproof-${pid}.tmp`),
        await place(`dialproof-${pid}-${randomUUID()}.tmp.txt`),
        await place(`other-${pid}-${randomUUID()}.tmp`, HOUR_S * 48),
      ];
      const [folder, link] = [named(pid), named(pid)];
      await mkdir(join(directory, folder));
      await symlink(join(directory, kept[0] ?? ''), join(directory, link));
      await removeAbandonedTempFiles(directory);
      expect((await readdir(directory)).sort()).toEqual([...kept, folder, link].sort());
    });

    it('may be in a missing folder, or in an unreadable one, which is reported', async () => {
      const missing = await trialService({ tempDirectory: join(directory, 'missing') });
      await missing.service.start();
      expect(missing.failures).toEqual([]);
      const file = join(directory, await place('file'));
      const broken = await trialService({ tempDirectory: file });
      await broken.service.start();
      expect(broken.failures).toMatchObject([{ kind: 'cleanup_failed', cause: { code: 'ENOTDIR' } }]);
    });
  });
});
