import { describe, expect, it } from 'vitest';
import { MemorySuppressionList } from '../memory/memory-suppression-list.js';
import type { E164 } from '../model/identifiers.js';
import { ALICE, BOB, csvContent, type TrialOptions, trialService } from '../service/trial-service.fixture.js';
import type { Suppressions } from './suppressions.js';

const [FIRST, SECOND] = ['+14155550100', '+14155550101'] as [E164, E164];

async function trial(options: TrialOptions = {}) {
  const made = await trialService({ suppressions: new MemorySuppressionList(), ...options });
  const { suppressions } = made.service;
  if (suppressions === null) throw new TypeError('the service has no suppressions');
  return { ...made, suppressions };
}

async function listed(suppressions: Suppressions): Promise<string[]> {
  return (await suppressions.list({ accountId: ALICE, limit: 100 })).numbers.map(({ phone }) => phone).sort();
}

function file(text: string, fileName = 'dnc.csv') {
  return { accountId: ALICE, fileName, content: csvContent(text) };
}

describe('suppressed numbers', () => {
  it('are added in any spelling, each once, with the time', async () => {
    const { clock, suppressions } = await trial();
    const phones = ['+1 (415) 555-0100', 'tel:+14155550101', FIRST];
    expect(await suppressions.add({ accountId: ALICE, phones })).toEqual({ numbers: 2, added: 2 });
    expect(await suppressions.add({ accountId: ALICE, phones })).toEqual({ numbers: 2, added: 0 });
    expect(await suppressions.list({ accountId: ALICE, limit: 1 })).toEqual({
      numbers: [{ phone: SECOND, addedAt: clock.now() }],
      nextCursor: '2',
    });
    expect(await suppressions.list({ accountId: ALICE, cursor: '2' })).toMatchObject({
      numbers: [{ phone: FIRST }],
      nextCursor: null,
    });
    expect(await suppressions.list({ accountId: BOB })).toEqual({ numbers: [], nextCursor: null });
  });

  it('are removed in any spelling', async () => {
    const { suppressions } = await trial();
    await suppressions.add({ accountId: ALICE, phones: [FIRST, SECOND] });
    const asked = { accountId: ALICE, phone: '+1 415 555 0100' };
    expect([await suppressions.remove(asked), await suppressions.remove(asked)]).toEqual([true, false]);
    expect(await listed(suppressions)).toEqual([SECOND]);
    await expect(suppressions.remove({ ...asked, phone: '0100' })).rejects.toMatchObject({
      code: 'invalid_phone',
    });
  });

  it('are added all or none: an invalid number is named by its position', async () => {
    const { suppressions } = await trial();
    const asked = suppressions.add({ accountId: ALICE, phones: [FIRST, '4155550101'] });
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_phone',
      hint: expect.stringMatching(/^in "phones" at position 1: expected a leading \+/),
    });
    await expect(asked).rejects.not.toMatchObject({ hint: expect.stringContaining('415') });
    expect(await listed(suppressions)).toEqual([]);
    for (const phones of [[], Array.from({ length: 1_001 }, () => FIRST)])
      await expect(suppressions.add({ accountId: ALICE, phones })).rejects.toThrow(RangeError);
  });

  it('are bounded for each account', async () => {
    const { suppressions } = await trial({ maxSuppressionsPerAccount: 1 });
    await suppressions.add({ accountId: BOB, phones: [FIRST] });
    const refusal = { code: 'too_many_suppressions', hint: 'an account may suppress 1 number' };
    await expect(suppressions.add({ accountId: ALICE, phones: [FIRST, SECOND] })).rejects.toMatchObject(
      refusal,
    );
    await expect(suppressions.addFile(file(`phone\n${FIRST}\n${SECOND}\n`))).rejects.toMatchObject(refusal);
    await suppressions.add({ accountId: ALICE, phones: [SECOND] });
  });

  it('come from a file that is read as by a submit, and not stored', async () => {
    const { ledger, store, suppressions } = await trial();
    const rows = ['name;mobile', 'Ada;0171 2345678', 'Bob;+49 171 2345679', 'Cyd;none', 'Ada;0171/2345678'];
    const added = await suppressions.addFile({ ...file(rows.join('\n')), defaultCountry: 'DE' });
    expect(added).toMatchObject({ total: 4, numbers: 2, added: 2, rowsWithoutNumber: 1 });
    expect(added.file).toMatchObject({
      name: 'dnc.csv',
      phoneColumn: { name: 'mobile' },
      unread: { no_digits: 1 },
    });
    expect(await listed(suppressions)).toEqual(['+491712345678', '+491712345679']);
    const tasks = { accountId: ALICE, status: null, fileName: null, limit: 9, cursor: null };
    expect([await store.list(tasks), await ledger.balance(ALICE)]).toEqual([
      { tasks: [], nextCursor: null },
      { available: 1_000, held: 0 },
    ]);
    expect(await suppressions.addFile({ ...file(rows.join('\n')), defaultCountry: 'DE' })).toMatchObject({
      numbers: 2,
      added: 0,
    });
  });

  it('come from a file of thousands in steps', async () => {
    const { suppressions } = await trial();
    const rows = Array.from({ length: 2_500 }, (_, row) => `+1415${5_550_000 + row}\n`);
    expect(await suppressions.addFile(file(`phone\n${rows.join('')}`))).toMatchObject({
      numbers: 2_500,
      added: 2_500,
    });
  });

  it('come from a small file of an account without credits, and from no other', async () => {
    const { suppressions } = await trial({ maxFreePreviewBytes: 40 });
    const of = (text: string) => suppressions.addFile({ ...file(text), accountId: BOB });
    expect(await of(`phone\n${FIRST}\n`)).toMatchObject({ added: 1 });
    await expect(of(`phone\n${FIRST}\n${SECOND}\n${SECOND}\n`)).rejects.toMatchObject({
      code: 'file_too_large',
    });
    await expect(of('')).rejects.toMatchObject({ code: 'empty_file' });
  });

  it('are null without the option', async () => {
    expect((await trialService()).service.suppressions).toBeNull();
  });
});
