import { describe, expect, it } from 'vitest';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { ALICE, BOB, trialService } from '../../service/trial-service.fixture.js';
import type { SubmitRequest } from './submit.js';

const HEADER = 'Name,Kontakt,Mobile';
/** The column whose header names phones holds none; the phones are national numbers of Germany. */
const file = (national: string, header = HEADER): string =>
  `${header}\nAda,${national},x\nBob,0171 2345602,y\n`;

type RememberedTrial = Awaited<ReturnType<typeof trial>>;

async function trial() {
  const store = new MemoryTaskStore();
  const made = await trialService({ store, archive: store });
  const submit = async (text: string, over: Partial<SubmitRequest> = {}) =>
    await made.workToEnd(await made.submitCsv(text, over));
  return { ...made, submit };
}

const GERMAN = { phoneColumn: 'Kontakt', defaultCountry: 'DE' };

/** The settings of the note of a submitted and of a previewed file, and how many rows had a number. */
async function read({ service, submit }: RememberedTrial, text: string, over: Partial<SubmitRequest> = {}) {
  const request = { accountId: ALICE, fileName: 'a.csv', remembered: true, ...over };
  const preview = await service.preview({ ...request, content: Buffer.from(text) });
  const { file: taken, total, summary } = await submit(text, { remembered: true, ...over });
  expect(taken.notes).toEqual(preview.file.notes);
  const note = taken.notes.find(({ code }) => code === 'reading_remembered')?.hint;
  return {
    note: note && /; taken: (.*)$/.exec(note)?.[1],
    remembered: preview.remembered,
    column: taken.phoneColumn.name,
    numbers: preview.numbers,
    total,
    summary,
  };
}

describe('a file with remembered settings', () => {
  it('is read as the newest file with its header, with a note', async () => {
    const made = await trial();
    await made.submit(file('0171 2345601'), GERMAN);
    expect(await read(made, file('0171 2345603'))).toMatchObject({
      note: 'phone_column=1, default_country=DE',
      remembered: { phoneColumn: 1, defaultCountry: 'DE', headerRow: 1 },
      column: 'Kontakt',
      numbers: 2,
    });
    // The settings pass from file to file, also when the first one is deleted.
    const { tasks } = await made.service.list({ accountId: ALICE, limit: 100 });
    await made.service.remove({ accountId: ALICE, taskId: tasks.at(-1)?.taskId ?? ('' as never) });
    expect(await read(made, file('0171 2345604'))).toMatchObject({ column: 'Kontakt', numbers: 2 });
  });

  it('has the settings of its request, and an area code only with its country', async () => {
    const made = await trial();
    await made.submit(file('2345601'), { ...GERMAN, defaultAreaCode: '30', severalNumbers: 'first' });
    const asked = { phoneColumn: 'Name', defaultCountry: 'CH' };
    expect(await read(made, file('2345603'), asked)).toMatchObject({
      note: 'several_numbers=first',
      remembered: { severalNumbers: 'first', headerRow: 1 },
      column: 'Name',
      numbers: 0,
    });
    const { tasks } = await made.service.list({ accountId: ALICE, limit: 1 });
    expect(tasks[0]?.file.remembered).toEqual({
      header: expect.stringMatching(/^[\w-]{22}$/),
      phoneColumn: 0,
      defaultCountry: 'CH',
      severalNumbers: 'first',
    });
  });

  it('finds the header in another row, and columns of countries and of consent', async () => {
    const made = await trial();
    const text = (above: string) => `${above}Ref,Land,Kontakt,When\nA,DE,0171 2345601,2024-05-01\n`;
    await made.submit(text('Report\n'), {
      headerRow: 2,
      countryColumn: 'Land',
      consentDateColumn: 'none',
      phoneColumn: 2,
    });
    expect(await read(made, text('Report\nof May,,,\nof us\n'))).toMatchObject({
      note: 'phone_column=2, country_column=1, consent_date_column=none',
      remembered: { phoneColumn: 2, countryColumn: 1, consentDateColumn: 'none', headerRow: 4 },
      column: 'Kontakt',
      total: 1,
      numbers: 1,
    });
  });

  it('has the earlier settings where its request says undefined', async () => {
    const made = await trial();
    await made.submit(file('0171 2345601'), GERMAN);
    const asked = { phoneColumn: undefined, defaultCountry: undefined, headerRow: undefined };
    expect(await read(made, file('0171 2345603'), asked as object)).toMatchObject({
      note: 'phone_column=1, default_country=DE',
      column: 'Kontakt',
      numbers: 2,
    });
  });

  it('has no note where its request gives all of the settings', async () => {
    const made = await trial();
    await made.submit(file('0171 2345601'), GERMAN);
    expect(await read(made, file('0171 2345603'), GERMAN)).toMatchObject({
      note: undefined,
      remembered: null,
      numbers: 2,
    });
  });

  it('has the header in the row that its request names, and in no other one', async () => {
    const made = await trial();
    await made.submit(file('0171 2345601'), GERMAN);
    const first = `${HEADER}\nof May\nMobile,Name,Kontakt\n+491712345601,0171 2345602,x\n`;
    expect(await read(made, first, { headerRow: 3 })).toMatchObject({ note: undefined, column: 'Mobile' });
    const far = `${'of May\n'.repeat(150)}${file('0171 2345603')}`;
    expect(await read(made, far, { headerRow: 151 })).toMatchObject({
      note: 'phone_column=1, default_country=DE',
      column: 'Kontakt',
    });
  });

  it('reads the column of countries after a file in which no phones were found', async () => {
    const made = await trial();
    const text = (phone: string) => `Ref,Country,Kontakt\nA,DE,${phone}\nB,DE,${phone}\n`;
    const unread = await made.submit(text('none'), { countryColumn: 'Country', severalNumbers: 'first' });
    expect(unread.file.notes.map(({ code }) => code)).toContain('no_phone_column');
    const over = { phoneColumn: 'Kontakt' };
    expect(await read(made, text('0171 2345601'), over)).toMatchObject({ note: 'several_numbers=first' });
    const { tasks } = await made.service.list({ accountId: ALICE, limit: 1 });
    expect(tasks[0]?.file.notes.map(({ code }) => code)).toContain('country_column');
  });

  it.each<[string, (trial: RememberedTrial) => Promise<unknown>, string]>([
    ['unasked', ({ submit }) => submit(file('0171 2345601'), GERMAN), HEADER],
    ['of another header', ({ submit }) => submit(file('0171 2345601'), GERMAN), `${HEADER} 2`],
    [
      'of another account',
      async ({ ledger, submitCsv }) => {
        await ledger.grant(BOB, 9);
        await submitCsv(file('0171 2345601'), { ...GERMAN, accountId: BOB });
      },
      HEADER,
    ],
    [
      'that a newer file has not',
      async ({ submit }) => {
        await submit(file('0171 2345601'), GERMAN);
        await submit(file('+491712345601'));
      },
      HEADER,
    ],
    [
      'of a deleted task',
      async ({ service, submit }) => {
        const { taskId } = await submit(file('0171 2345601'), GERMAN);
        await service.remove({ accountId: ALICE, taskId });
      },
      HEADER,
    ],
  ])('takes none %s', async (what, before, header) => {
    const made = await trial();
    await before(made);
    const over = { remembered: what !== 'unasked' };
    expect(await read(made, file('0171 2345603', header), over)).toMatchObject({
      note: undefined,
      remembered: null,
      numbers: 0,
    });
  });

  it('keeps nothing of a header with a number, nor of a file without one', async () => {
    const { submit } = await trial();
    for (const text of [
      file('0171 2345601', 'Name,Kontakt,+491712345609'),
      '+14155550100,x\n+14155550101,y\n',
    ]) {
      const { file: taken } = await submit(text, { phoneColumn: 0 });
      expect(taken.remembered).toBeUndefined();
    }
  });

  it('is repeated only by the same request', async () => {
    const { service, submitCsv } = await trial();
    const asked = { taskId: 'once' as never, remembered: true };
    const first = await submitCsv(file('+491712345601'), asked);
    expect((await submitCsv(file('+491712345601'), asked)).taskId).toBe(first.taskId);
    const other = submitCsv(file('+491712345601'), { ...asked, remembered: false });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect((await service.list({ accountId: ALICE, limit: 9 })).tasks).toHaveLength(1);
  });

  it('is refused without an archive', async () => {
    const { service, submitCsv } = await trialService();
    const refused = { code: 'not_supported' };
    await expect(submitCsv(file('1'), { remembered: true })).rejects.toMatchObject(refused);
    const request = {
      accountId: ALICE,
      fileName: 'a.csv',
      content: Buffer.from(file('1')),
      remembered: true,
    };
    await expect(service.preview(request)).rejects.toMatchObject(refused);
  });
});
