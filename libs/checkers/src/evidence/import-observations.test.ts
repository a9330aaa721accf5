import { ManualClock, normalizePhone, type Observation } from '@dialproof/core';
import { MemoryObservationStore } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { type ImportOptions, importObservations } from './import-observations.js';

const NOON = Date.UTC(2026, 10, 20, 12);
const ADA = normalizePhone('+41791234567');
const BOB = normalizePhone('+14155552671');

/** A store that knows how many were recorded at once. */
class CountingStore extends MemoryObservationStore {
  readonly batches: number[] = [];

  override async record(observations: readonly Observation[]): Promise<void> {
    this.batches.push(observations.length);
    await super.record(observations);
  }
}

async function* inPieces(text: string | Uint8Array, bytes = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let start = 0; start < all.length; start += bytes) yield all.subarray(start, start + bytes);
}

async function imported(text: string | Uint8Array, options: ImportOptions = {}) {
  const store = new CountingStore();
  const summary = await importObservations(inPieces(text), store, {
    clock: new ManualClock(NOON),
    ...options,
  });
  return { store, summary, known: await store.find([ADA, BOB], 0) };
}

const seen = (changes: Partial<Observation> = {}): Observation => ({
  number: ADA,
  app: 'whatsapp',
  seenAt: NOON - 60_000,
  source: 'import',
  ...changes,
});

/** The row in a spreadsheet of the entry with this index; there may be an empty line before or after it. */
function rowOf(entries: readonly string[], index: number): number {
  const above = entries
    .slice(0, index)
    .join('\n')
    .replaceAll(/"[^"]*"/g, 'x');
  return above.split('\n').length + ((entries[index] ?? '').startsWith('\n') ? 2 : 1);
}

const NOTHING = { count: 0, examples: [] };

describe('importObservations', () => {
  it('records the rows of a file', async () => {
    const { summary, known } = await imported(
      'number,app,seen_at\n+41 79 123 45 67,whatsapp,2026-11-20T11:59:00Z\n(415) 555-2671,Telegram,1763636340\n',
      { defaultCountry: 'us' },
    );

    expect(known).toEqual([seen(), seen({ number: BOB, app: 'telegram', seenAt: 1_763_636_340_000 })]);
    expect(summary).toEqual({
      recorded: 2,
      skipped: 0,
      reasons: {
        no_number: NOTHING,
        unknown_app: NOTHING,
        malformed_time: NOTHING,
        impossible_time: NOTHING,
      },
    });
  });

  it.each([
    'Phone;App;Last Seen\n+41791234567;WhatsApp;2026-11-20T11:59:00Z\n',
    'APP\tid\tSEEN-AT\tMSISDN\nWHATSAPP\t7\t2026-11-20T11:59:00Z\t+41791234567\n',
    '\ufeffseen_at,app,mobile\r\n"2026-11-20T11:59:00Z","whatsapp ","+41791234567"\r\n',
  ])('finds the columns by their headers, in any order: %j', async (text) => {
    expect((await imported(text)).known).toEqual([seen()]);
  });

  it('finds the named columns', async () => {
    const { known } = await imported(
      'number,app,customer,channel,when\n+14155552671,crm,+41791234567,whatsapp,2026-11-20T11:59:00Z\n',
      { columns: { number: 'Customer', app: 'channel', seenAt: 'When' }, source: 'crm-2026.a_b' },
    );
    expect(known).toEqual([seen({ source: 'crm-2026.a_b' })]);
  });

  it.each([
    ['2026-11-20T12:59:00+01:00', NOON - 60_000],
    ['2026-11-20 11:59:00+00', NOON - 60_000],
    ['2026-11-20 12:59:00.000 +0100', NOON - 60_000],
    ['2026-11-20 11:59:00', NOON - 60_000],
    ['2026-11-20t11:59z', NOON - 60_000],
    ['2026-11-20T11:59:00.123456Z', NOON - 60_000 + 123],
    ['2026-11-20', NOON - 12 * 3_600_000],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['1795175940', 1_795_175_940_000],
    ['1795175940.25', 1_795_175_940_250],
    [' 1795175940 ', 1_795_175_940_000],
    // Clocks differ by seconds.
    ['2026-11-20T12:04:00Z', NOON],
  ])('reads the time %s', async (written, seenAt) => {
    const { known, summary } = await imported(`number,app,seen_at\n+41791234567,whatsapp,${written}\n`);
    expect(summary.reasons).toMatchObject({ malformed_time: NOTHING, impossible_time: NOTHING });
    expect(known).toEqual([seen({ seenAt })]);
  });

  it.each([
    ['', 'malformed_time'],
    ['yesterday', 'malformed_time'],
    ['11/20/2026', 'malformed_time'],
    ['2026-02-30', 'malformed_time'],
    ['2025-02-29T00:00:00Z', 'malformed_time'],
    ['2026-11-20T25:00:00Z', 'malformed_time'],
    ['2026-11-20T11:59:00+25:00', 'malformed_time'],
    ['-5', 'malformed_time'],
    ['1e9', 'malformed_time'],
    // Eight digits of a date, milliseconds, and the times of a clock that is set wrong.
    ['20261120', 'impossible_time'],
    ['1795175940000', 'impossible_time'],
    ['2026-11-20T12:05:01Z', 'impossible_time'],
    ['1970-01-01', 'impossible_time'],
  ] as const)('leaves out the time %j', async (written, reason) => {
    const { known, summary } = await imported(`number,app,seen_at\n+41791234567,whatsapp,${written}\n`);
    expect(known).toEqual([]);
    expect(summary).toMatchObject({ recorded: 0, skipped: 1 });
    expect(summary.reasons[reason]).toMatchObject({
      count: 1,
      examples: [{ row: 2, hint: expect.stringContaining(JSON.stringify(written)) }],
    });
  });

  it('counts skipped rows, with the first rows as examples', async () => {
    const rows = [
      '+41791234567,whatsapp,2026-11-20',
      'none,whatsapp,2026-11-20',
      '',
      '+41791234567,signal,2026-11-20',
      ...Array.from({ length: 7 }, () => '079 123 45 67,whatsapp,2026-11-20'),
      '+41791234567',
    ];
    const { summary } = await imported(`number,app,seen_at\n${rows.join('\n')}\n`);

    expect(summary).toMatchObject({ recorded: 1, skipped: 10 });
    const { no_number, unknown_app } = summary.reasons;
    expect(no_number.count).toBe(8);
    expect(no_number.examples.map(({ row }) => row)).toEqual([3, 6, 7, 8, 9]);
    expect(JSON.stringify(no_number)).not.toMatch(/079|123/);
    expect(unknown_app.examples).toEqual([
      { row: 5, hint: 'expected whatsapp or telegram, found "signal"' },
      { row: 13, hint: 'expected whatsapp or telegram, found ""' },
    ]);
  });

  it('shows no number of a mixed-up column', async () => {
    const { summary } = await imported('number,app,seen_at\n+41791234567,+14155552671,2026-11-20\n');
    expect(summary.reasons.unknown_app.examples).toEqual([
      { row: 2, hint: 'expected whatsapp or telegram, found a phone number' },
    ]);
  });

  it('shows no number of such a column that is written as in the default country', async () => {
    const content =
      'number,app,seen_at\n+41791234567,079 123 45 68,2026-11-20\n+41791234567,whatsapp,0791234569\n';
    const { summary } = await imported(content, { defaultCountry: 'CH' });
    expect(JSON.stringify(summary.reasons)).not.toMatch(/079/);
  });

  it('gives the positions of rows far down the file', async () => {
    const good = '+41791234567,whatsapp,2026-11-20';
    const rows = Array.from({ length: 12_000 }, (_, index) =>
      // Cells of two lines are in one row.
      index % 1_500 === 0 ? `\n"+41791234567",whatsapp,"2026-11-\n20"` : index % 7 === 0 ? `${good}\n` : good,
    );
    const lines = ['number,app,seen_at', ...rows];
    const { summary } = await imported(`${lines.join('\n')}\n`);
    const expected = [0, 1, 2, 3, 4].map((time) => rowOf(lines, 1 + time * 1_500));
    expect(summary.reasons.malformed_time.examples.map(({ row }) => row)).toEqual(expected);
    expect(expected.at(-1)).toBeGreaterThan(6_000);
  });

  it('records a long file in batches, and keeps the newest of each number', async () => {
    const rows = Array.from(
      { length: 5_300 },
      (_, index) => `+41791234567,whatsapp,${NOON / 1_000 - ((index * 7) % 5_300)}`,
    );
    const { store, summary, known } = await imported(`number,app,seen_at\n${rows.join('\n')}\n`);

    expect(summary).toMatchObject({ recorded: 5_300, skipped: 0 });
    expect(known).toEqual([seen({ seenAt: NOON })]);
    expect(store.batches.length).toBeGreaterThan(1);
    expect(Math.max(...store.batches)).toBeLessThanOrEqual(5_100);
  });

  it('changes nothing when a file is imported again', async () => {
    const store = new MemoryObservationStore();
    const text = 'number,app,seen_at\n+41791234567,whatsapp,2026-11-20T11:59:00Z\n';
    await importObservations(inPieces(text), store);
    await importObservations(inPieces(text), store, { source: 'second' });
    expect(await store.find([ADA], 0)).toEqual([seen()]);
  });

  it('leaves out national numbers without a country', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `415555${2_600 + index},whatsapp,2026-11-20`);
    const { summary } = await imported(`number,app,seen_at\n${rows.join('\n')}\n`);
    expect(summary).toMatchObject({ recorded: 0, skipped: 60 });
  });

  it("takes no national number for another country's", async () => {
    // Chinese mobile numbers, one of which happens to be one of North America.
    const phones = ['13125552671', ...Array.from({ length: 9 }, (_, index) => `1391234560${index}`)];
    const rows = phones.map((phone) => `${phone},whatsapp,2026-11-20`).join('\n');
    const text = `number,app,seen_at\n${rows}\n`;
    expect((await imported(text)).summary).toMatchObject({ recorded: 0, skipped: 10 });
    expect((await imported(text, { defaultCountry: 'CN' })).summary).toMatchObject({ recorded: 10 });
  });

  describe('refuses', () => {
    it.each([
      ['', 'empty_file'],
      ['number,app,seen_at\n', 'empty_file'],
      ['phone,seen_at\n+41791234567,2026-11-20\n', 'column_not_found'],
      ['number,app\n+41791234567,whatsapp\n', 'column_not_found'],
      ['app,seen_at\nwhatsapp,2026-11-20\n', 'column_not_found'],
      ['+41791234567,whatsapp,2026-11-20\n', 'column_not_found'],
      ['number,app,seen_at\n"+41791234567,whatsapp,2026-11-20\n', 'malformed_file'],
      [Uint8Array.of(0x50, 0x4b, 3, 4), 'malformed_file'],
    ] as const)('%j with %s', async (text, code) => {
      await expect(imported(text)).rejects.toMatchObject({ code });
    });

    it('a file without a column, and lists its columns', async () => {
      await expect(imported('phone,channel,when\n+41791234567,whatsapp,2026-11-20\n')).rejects.toMatchObject({
        hint: 'expected a column app, found phone, channel, when; the option columns.app names another one',
      });
      const named = imported('number,app,seen_at\n+41791234567,whatsapp,2026-11-20\n', {
        columns: { seenAt: 'When' },
      });
      await expect(named).rejects.toMatchObject({ hint: expect.stringContaining('expected a column When') });
    });

    it('a file without a header, and shows none of its numbers', async () => {
      const refused = imported('+41791234567,whatsapp,2026-11-20\n+14155552671,telegram,2026-11-20\n');
      await expect(refused).rejects.toMatchObject({ hint: 'expected a header row, found none' });
    });

    it('invalid options', async () => {
      const text = 'number,app,seen_at\n+41791234567,whatsapp,2026-11-20\n';
      await expect(imported(text, { source: 'My CRM' })).rejects.toThrow(TypeError);
      await expect(imported(text, { defaultCountry: 'XX' })).rejects.toMatchObject({
        code: 'invalid_country',
      });
      await expect(imported(text, { columns: { number: 'nowhere' } })).rejects.toMatchObject({
        code: 'column_not_found',
      });
    });
  });

  it.each([
    ['the store fails', 'whatsapp', {}, 'the disk is full'],
    ['an option is wrong', 'whatsapp', { source: 'My CRM' }, 'option source'],
    ['it is told to end', 'whatsapp', { signal: AbortSignal.abort() }, 'upload_interrupted'],
  ])('closes the content when %s', async (_, app, options, message) => {
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.alloc(0);
        yield Buffer.from('number,app,seen_at\n');
        for (;;) yield Buffer.from(`+41791234567,${app},2026-11-20\n`.repeat(500));
      } finally {
        closed = true;
      }
    }
    const store = { record: () => Promise.reject(new Error('the disk is full')) };
    const content = endless();
    // Before that, a generator has nothing to close.
    await content.next();
    await expect(importObservations(content, store, options)).rejects.toThrow(message);
    expect(closed).toBe(true);
  });
});
