import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings/settings.js';
import { openDataDirectory, openStorage } from '../storage/storage.js';
import { EVIDENCE_FIRST, trialFolder, trialServer, verify } from '../trial-server.fixture.js';
import { importEvidence, importProgress } from './evidence-actions.js';
import { readEvidenceCommand } from './evidence-command.js';

const today = () => new Date().toISOString().slice(0, 10);

async function fileOf(text: string): Promise<string> {
  const path = join(await trialFolder(), 'seen.csv');
  await writeFile(path, text);
  return path;
}

interface Trial {
  readonly args?: readonly string[];
  readonly dataDirectory?: string;
  readonly signal?: AbortSignal;
}

async function imported(file: string, { args = [], dataDirectory, signal }: Trial = {}) {
  const command = readEvidenceCommand(['import', file, ...args]);
  if (command.name !== 'import') throw new TypeError(`${command.name} imports nothing`);
  const folder = openDataDirectory(dataDirectory ?? (await trialFolder()));
  const storage = await openStorage(folder.databaseFile, readSettings({}));
  const progress: [share: number, rows: number][] = [];
  try {
    const lines = await importEvidence(storage.observations, {
      file: command.file,
      options: command.options,
      signal: signal ?? new AbortController().signal,
      onProgress: (...step) => progress.push(step),
    });
    return { lines, progress };
  } finally {
    await storage.database.close();
  }
}

describe('importEvidence', () => {
  it('has its effect on a server that runs', async () => {
    const server = await trialServer(EVIDENCE_FIRST);
    const file = await fileOf(`number,app,seen_at\n+14155550102,whatsapp,${today()}\n`);
    const { lines } = await imported(file, { dataDirectory: server.settings.dataDirectory });
    expect(lines).toEqual(['1 row recorded, 0 rows left out.']);
    expect(await (await verify(server, '+14155550102')).json()).toMatchObject({ status: 'wa_registered' });
  });

  it('has its effect on a server that starts afterwards', async () => {
    const dataDirectory = await trialFolder();
    await imported(await fileOf(`number,app,seen_at\n+14155550102,telegram,${today()}\n`), { dataDirectory });
    const server = await trialServer({ ...EVIDENCE_FIRST, dataDirectory });
    expect(await (await verify(server, '+14155550102')).json()).toMatchObject({
      status: 'telegram_registered',
    });
  });

  it('names the rows that it leaves out by their number in the file', async () => {
    const good = `+14155550102,whatsapp,${today()}`;
    const file = await fileOf(
      [
        'number,app,seen_at',
        good,
        '',
        'none,whatsapp,2026-01-01',
        good,
        `+14155550103,signal,${today()}`,
      ].join('\n'),
    );
    expect((await imported(file)).lines).toEqual([
      '2 rows recorded, 2 rows left out.',
      '',
      'no_number: 1 row',
      expect.stringMatching(/^ {2}row 4: expected one phone number/),
      '',
      'unknown_app: 1 row',
      '  row 6: expected whatsapp or telegram, found "signal"',
    ]);
  });

  it('shows the number of further rows', async () => {
    const file = await fileOf(
      `number,app,seen_at\n+14155550102,whatsapp,${today()}\n${'x,whatsapp,\n'.repeat(1_200)}`,
    );
    expect((await imported(file)).lines.at(-1)).toBe('  and 1,195 more');
  });

  it('shows its progress', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, index) => `+1415${2_550_000 + index},whatsapp,${today()}`,
    );
    const { progress } = await imported(await fileOf(`number,app,seen_at\n${rows.join('\n')}\n`));
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toEqual([1, 12_000]);
    expect(progress.every(([share], step) => share >= (progress[step - 1]?.[0] ?? 0))).toBe(true);
  });

  it('takes the options for the columns, the country and the source', async () => {
    const file = await fileOf(`customer,channel,when\n(415) 555-0102,whatsapp,${today()}\n`);
    const columns = ['--number-column', 'customer', '--app-column', 'channel', '--seen-at-column', 'when'];
    const args = [...columns, '--default-country', 'us', '--source', 'crm-2026'];
    expect((await imported(file, { args })).lines).toEqual(['1 row recorded, 0 rows left out.']);
  });

  it.each([
    ['seen.csv cannot be imported: empty_file, the file has no rows.', ''],
    [
      /cannot be imported: column_not_found, expected a column app/,
      'number,seen_at\n+14155550102,2026-01-01\n',
    ],
  ])('refuses a file in a sentence: %s', async (sentence, text) => {
    await expect(imported(await fileOf(text))).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringMatching(sentence),
    });
  });

  it('says that there is no such file', async () => {
    await expect(imported('/nowhere/seen.csv')).rejects.toMatchObject({
      name: 'StartRefusal',
      message: 'There is no file /nowhere/seen.csv.',
    });
  });

  it('says that a folder cannot be read', async () => {
    await expect(imported(await trialFolder())).rejects.toThrow(/cannot be read \(EISDIR\)\.$/);
  });

  it('ends with the reason of its abort', async () => {
    const reason = new Error('Ctrl+C');
    const file = await fileOf(`number,app,seen_at\n+14155550102,whatsapp,${today()}\n`);
    await expect(imported(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('importProgress', () => {
  function shown(isTTY: boolean): string {
    const written: string[] = [];
    const write = (text: string) => written.push(text) > 0;
    const progress = importProgress({ isTTY, write } as never);
    progress.show(0.05, 500);
    progress.show(0.12, 1_200);
    progress.show(0.13, 1_300);
    progress.show(1, 10_000);
    progress.stop();
    progress.stop();
    return written.join('');
  }

  it('is a line for each tenth', () => {
    expect(shown(false)).toBe('12% | 1,200 rows\n100% | 10,000 rows\n');
  });

  it('is one line of a terminal', () => {
    expect(shown(true)).toBe('\r5% | 500 rows\r12% | 1,200 rows\r13% | 1,300 rows\r100% | 10,000 rows\n');
  });
});
