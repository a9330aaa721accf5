import { describe, expect, it } from 'vitest';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const FILE = [
  'Name,Phone',
  'whole,+90 312 438 66 99',
  'cut off,+90.312 438 669',
  'cut off further,+90 312 438',
  'too long,+1 415 555 26711',
  'no such calling code,+999 1234567',
  'the trunk prefix behind a plus,+8 910 740 81 53',
  '',
].join('\n');

const READ = ['+903124386699', '+9991234567', '+79107408153'];

async function verified() {
  const asked: string[] = [];
  const checker: NumberChecker = {
    async check(number) {
      asked.push(number);
      return 'wa_registered';
    },
  };
  const trial = await trialService({ checker });
  const preview = await trial.service.preview({
    accountId: ALICE,
    fileName: 'a.csv',
    content: Buffer.from(FILE),
  });
  const submitted = await trial.submitCsv(FILE);
  const task = await trial.workToEnd(submitted);
  const statuses = (await trial.result(task)).trimEnd().split(/\r?\n/).slice(1);
  return { asked, preview, submitted, task, statuses: statuses.map((line) => line.split(',').at(-1)) };
}

describe('numbers of a length that their country does not have, in a file', () => {
  it('are unknown and free, and only a number of no country is dead', async () => {
    const { asked, preview, statuses, submitted, task } = await verified();
    expect(statuses).toEqual(['wa_registered', 'unknown', 'unknown', 'unknown', 'dead', 'wa_registered']);
    expect(asked.toSorted()).toEqual(['+79107408153', '+903124386699']);
    expect(submitted.credits).toEqual({ held: READ.length, charged: 0 });
    expect(task).toMatchObject({
      credits: { held: 0, charged: READ.length },
      summary: { wa_registered: 2, dead: 1, unknown: 3 },
    });
    expect(preview).toMatchObject({
      numbers: READ.length,
      credits: { held: READ.length, charged: READ.length },
      withoutNumber: { rows: 3, examples: [3, 4, 5].map((row) => ({ row, reason: 'wrong_length' })) },
    });
  });
});
