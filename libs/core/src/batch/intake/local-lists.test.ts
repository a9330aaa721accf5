import { describe, expect, it } from 'vitest';
import type { NumberChecker } from '../../ports/number-checker.js';
import { trialService } from '../../service/trial-service.fixture.js';
import type { SubmitRequest } from './submit.js';

/** A city's schools, whose numbers the city writes without its area code. */
const LOCAL = Array.from({ length: 833 }, (_, index) =>
  String(23_456_789 + ((index * 7_919) % 70_000) * 1_001),
);
const SCHOOLS = `BSN,Telefon,PLZ\n${LOCAL.map((digits, index) => `${index},${digits},10115\n`).join('')}`;

async function askedOf(text: string, reading: Partial<SubmitRequest>) {
  const asked: string[] = [];
  const checker: NumberChecker = {
    async check(number) {
      asked.push(number);
      return 'dead';
    },
  };
  const { submitCsv, workToEnd } = await trialService({ checker, chunkSize: 500 });
  const task = await workToEnd(await submitCsv(text, reading));
  return { asked: asked.toSorted(), task };
}

describe('a list of numbers without their area code', () => {
  it('is not read, not charged, and mentioned in a note', async () => {
    const { asked, task } = await askedOf(SCHOOLS, { defaultCountry: 'DE' });
    expect(asked).toEqual([]);
    expect(task).toMatchObject({
      total: 833,
      summary: { unknown: 833 },
      credits: { charged: 0 },
      file: { phoneColumn: { name: 'Telefon' }, notes: [{ code: 'numbers_without_area_code' }] },
    });
  });

  it.each(['30', '030', '(030)'])('is read with the area code %j', async (defaultAreaCode) => {
    const { asked, task } = await askedOf(SCHOOLS, { defaultCountry: 'DE', defaultAreaCode });
    expect(asked).toEqual(LOCAL.map((digits) => `+4930${digits}`).toSorted());
    expect(task.file.notes).toEqual([]);
  });

  it.each([[{ defaultCountry: 'DE', defaultAreaCode: 'Berlin' }], [{ defaultAreaCode: '30' }]])(
    'is refused with an area code that is none: %j',
    async (reading) => {
      const { submitCsv } = await trialService();
      await expect(submitCsv(SCHOOLS, reading)).rejects.toMatchObject({ code: 'invalid_area_code' });
    },
  );
});
