import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { DialproofError } from '../../model/errors.js';
import { ALICE, BOB, trialService } from '../../service/trial-service.fixture.js';
import { workbookOf } from '../../tables/xlsx/workbook.fixture.js';

describe('a file that is refused', () => {
  it.each([
    [
      'more rows than allowed',
      'phone\n+14155550100\n+14155550101\n+14155550102\n+14155550103\n',
      {},
      'too_many_rows',
    ],
    ['no bytes', '', {}, 'empty_file'],
    ['a header alone', 'phone,name\n', {}, 'empty_file'],
    [
      'a name that is neither .csv nor .xlsx',
      'phone\n+14155550100\n',
      { fileName: 'people.txt' },
      'unsupported_file_type',
    ],
    ['a country that is none', 'phone\n+14155550100\n', { defaultCountry: 'XX' }, 'invalid_country'],
    ['a column that is not there', 'phone\n+14155550100\n', { phoneColumn: 'mobile' }, 'column_not_found'],
    ['an account with too few credits', 'phone\n+14155550100\n', { accountId: BOB }, 'insufficient_credits'],
  ])('leaves nothing behind: %s', async (_, text, over, code) => {
    const { endLeases, failures, ledger, service, submitCsv } = await trialService({ maxRows: 3 });
    await expect(submitCsv(text, over)).rejects.toMatchObject({ name: 'DialproofError', code });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    endLeases();
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
    expect(failures).toEqual([]);
  });

  it('is not refused for the conditions of a list, which are not options of a submit', async () => {
    const { submitCsv } = await trialService();
    const conditions = { admit: undefined, keyColumn: 'customer' };
    expect(await submitCsv('phone\n+14155550100\n', conditions as object)).toMatchObject({ total: 1 });
  });

  it('gets a hint with the most rows, and may have as many', async () => {
    const { submitCsv } = await trialService({ maxRows: 3 });
    const rows = (count: number) => `phone\n${'+14155550100\n'.repeat(count)}`;
    expect(await submitCsv(rows(3))).toMatchObject({ total: 3 });
    await expect(submitCsv(rows(4))).rejects.toMatchObject({
      code: 'too_many_rows',
      hint: 'the file has more than 3 rows',
    });
  });

  it.each([
    [
      'a header alone',
      'people.csv',
      Buffer.from('phone,name\n'),
      'the file has a header and no rows below it',
    ],
    [
      'rows on a hidden sheet alone',
      'people.xlsx',
      workbookOf({ sheets: ['<row><c><v>41791234567</v></c></row>'], states: ['hidden'] }),
      'no visible sheet of the workbook has rows',
    ],
  ])('is told what it lacks: %s', async (_, fileName, bytes, hint) => {
    const { submitCsv } = await trialService();
    const upload = submitCsv('', { fileName, content: Readable.from([bytes]) });
    await expect(upload).rejects.toMatchObject({ code: 'empty_file', hint });
  });

  it('has its content closed', async () => {
    const { submitCsv } = await trialService({ maxRows: 1 });
    let closed = false;
    async function* content(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('+14155550100\n'.repeat(1_000));
      } finally {
        closed = true;
      }
    }
    await expect(submitCsv('', { content: content() })).rejects.toMatchObject({ code: 'too_many_rows' });
    expect(closed).toBe(true);
  });

  it.each([
    ['is not paid for', { accountId: BOB }, 'insufficient_credits'],
    ['is of no known type', { fileName: 'people.pdf' }, 'unsupported_file_type'],
  ])('has its stream destroyed where nothing of it was read: it %s', async (_, over, code) => {
    const { submitCsv } = await trialService();
    const content = Readable.from([Buffer.from('phone\n')]);
    await expect(submitCsv('', { content, ...over })).rejects.toMatchObject({ code });
    expect(content.destroyed).toBe(true);
  });

  it.each([
    ['breaks off', 'upload_interrupted'],
    ['is ended by its signal', 'upload_interrupted'],
    ['meets the closing of the service', 'shutting_down'],
  ])('leaves nothing behind when the upload %s', async (how, code) => {
    const { endLeases, ledger, service, store, submitCsv } = await trialService();
    await ledger.grant(ALICE, 19_000);
    const stop = new AbortController();
    let waiting: () => void = () => undefined;
    const isWaiting = new Promise<void>((resolve) => {
      waiting = resolve;
    });
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`phone\n${'+14155550100\n'.repeat(20_000)}`);
      if (how === 'breaks off') throw new DialproofError('upload_interrupted');
      waiting();
      await new Promise(() => undefined);
    }
    const upload = submitCsv('', { content: content(), signal: stop.signal });
    upload.catch(() => undefined);
    if (how === 'is ended by its signal') await isWaiting.then(() => stop.abort());
    if (how === 'meets the closing of the service') await isWaiting.then(() => service.close());
    await expect(upload).rejects.toMatchObject({ code });
    endLeases();
    const request = { leaseMs: 1, limit: 1, taskId: null };
    expect(await store.claim(request)).toEqual({ claims: [], outage: null, retryAfterMs: null });
    expect(await ledger.balance(ALICE)).toEqual({ available: 20_000, held: 0 });
  });
});
