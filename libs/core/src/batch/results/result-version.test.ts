import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import XLSX from 'xlsx';
import { taskId } from '../../model/identifiers.js';
import type { ResultFormat } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import { ALICE, type Trial, trialService } from '../../service/trial-service.fixture.js';
import type { SubmitRequest } from '../intake/submit.js';
import type { ResultsRequest } from './result-request.js';
import { RENDERER_VERSION } from './results.js';

const FILE = 'phone,=note\n+14155550100,"a ""b"", c"\n+14155550102\nnone, _x0041_ \n';

/** The same file as a workbook, whose sheet has a name. */
const WORKBOOK = XLSX.write(
  {
    SheetNames: ['VIPs & <more>'],
    Sheets: { 'VIPs & <more>': XLSX.read(FILE, { type: 'string', raw: true }).Sheets['Sheet1'] ?? {} },
  },
  { type: 'buffer', bookType: 'xlsx' },
) as Buffer;

async function done(trial: Trial, over: Partial<SubmitRequest> = {}): Promise<Task> {
  const task = await trial.submitCsv(FILE, over);
  await trial.workAll();
  return task;
}

function hashOf(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** The uncompressed parts of a workbook, concatenated: their compression depends on zlib. */
function unpacked(file: Buffer): Buffer {
  // SheetJS exports its zip reader without types.
  const { FileIndex }: { FileIndex: { content?: Uint8Array }[] } = XLSX.CFB.read(file, { type: 'buffer' });
  return Buffer.concat(FileIndex.map(({ content }) => content ?? new Uint8Array()));
}

describe("a result's version", () => {
  it('differs if and only if the content differs', async () => {
    const trial = await trialService();
    const [task, other] = [await done(trial), await done(trial)];
    const versionOf = async (asked: Partial<ResultsRequest>) =>
      (await trial.service.results({ accountId: ALICE, taskId: task.taskId, ...asked })).version;
    const different = await Promise.all([
      versionOf({}),
      versionOf({ taskId: other.taskId }),
      versionOf({ format: 'xlsx' }),
      versionOf({ statuses: ['dead'] }),
      versionOf({ statuses: ['dead', 'unknown'] }),
      versionOf({ format: 'xlsx', statuses: ['dead'] }),
    ]);
    expect(new Set(different).size).toBe(different.length);
    for (const version of different) expect(version).toMatch(/^[\w-]+$/);
    expect(await versionOf({ format: 'csv' })).toBe(different[0]);
    expect(
      await versionOf({ statuses: ['unknown', 'inactive', 'dead', 'wa_registered', 'telegram_registered'] }),
    ).toBe(different[0]);
    expect(await versionOf({ statuses: ['unknown', 'dead', 'dead'] })).toBe(different[4]);
  });

  it('is another where formulas are neutralised, by the service or by the request, and the same for both', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const neutralizing = await trialService({ store: trial.store, neutralizeFormulas: true });
    const request = { accountId: ALICE, taskId: task.taskId };
    const versions = async (asked: Partial<ResultsRequest>) => {
      const { service } = trial;
      const byRequest = { ...request, ...asked, neutralizeFormulas: true };
      return {
        plain: (await service.results({ ...request, ...asked })).version,
        byRequest: (await service.results(byRequest)).version,
        byService: (await neutralizing.service.results({ ...request, ...asked })).version,
      };
    };
    const csv = await versions({});
    expect(csv.byRequest).not.toBe(csv.plain);
    expect(csv.byService).toBe(csv.byRequest);
    // A workbook has the same bytes either way.
    const workbook = await versions({ format: 'xlsx' });
    expect(new Set(Object.values(workbook)).size).toBe(1);
  });

  it('is another for other answers, though all else of the task is the same', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const { results } = trial.service;
    const version = async () => (await results({ accountId: ALICE, taskId: task.taskId })).version;
    const before = await version();
    const { find } = trial.store;
    trial.store.find = async (id) => {
      const found = await find.call(trial.store, id);
      return found && { ...found, summary: { ...found.summary, dead: 0, inactive: 1 } };
    };
    expect(await version()).not.toBe(before);
  });

  it('is another for a workbook that another machine packs, and the same for its CSV', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const versions = async () =>
      await Promise.all(
        (['csv', 'xlsx'] as const).map(async (format) => {
          const asked = { accountId: ALICE, taskId: task.taskId, format };
          return (await trial.service.results(asked)).version;
        }),
      );
    const here = await versions();
    const { arch } = process;
    Object.defineProperty(process, 'arch', { value: 'another' });
    onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }));
    const there = await versions();
    expect(there[0]).toBe(here[0]);
    expect(there[1]).not.toBe(here[1]);
  });

  it('is not found for a task that is not found', async () => {
    const { service } = await trialService();
    await expect(service.results({ accountId: ALICE, taskId: taskId('none') })).rejects.toMatchObject({
      code: 'task_not_found',
    });
  });
});

describe('RENDERER_VERSION', () => {
  // Where this fails, results have other bytes than before: raise the version, then put the new hashes here.
  it('stands for these bytes', async () => {
    const rendered = async (
      format: ResultFormat,
      neutralizeFormulas: boolean,
      over: Partial<SubmitRequest> = {},
    ) => {
      const trial = await trialService({ neutralizeFormulas });
      const { taskId } = await done(trial, over);
      return buffer((await trial.service.results({ accountId: ALICE, taskId, format })).content);
    };
    expect({
      version: RENDERER_VERSION,
      csv: hashOf(await rendered('csv', false)),
      neutralised: hashOf(await rendered('csv', true)),
      workbook: hashOf(unpacked(await rendered('xlsx', false))),
      namedSheet: hashOf(
        unpacked(await rendered('xlsx', false, { content: WORKBOOK, fileName: 'people.xlsx' })),
      ),
    }).toEqual({
      version: 3,
      csv: 'f3f5f3b5d698bf87',
      neutralised: '27490ab07c774c9a',
      workbook: '4e172c2b6c91103c',
      namedSheet: '2f06efc902a34d74',
    });
  });
});
