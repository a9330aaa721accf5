import { describe, expect, it } from 'vitest';
import { trialService } from '../../service/trial-service.fixture.js';
import { bytesOf, csvOf, done } from './trial-results.fixture.js';

describe('a result with formulas neutralised', () => {
  const file = 'phone,=note\n+14155550100,"=1,""2"""\nnone,a-b\n';
  const plain = 'phone,=note,verification_status\n+14155550100,"=1,""2""",wa_registered\nnone,a-b,unknown\n';
  const neutralised =
    'phone,\'=note,verification_status\n\'+14155550100,"\'=1,""2""",wa_registered\nnone,a-b,unknown\n';

  it.each([
    [false, {}, plain],
    [false, { neutralizeFormulas: true }, neutralised],
    [true, {}, neutralised],
    [true, { neutralizeFormulas: false }, plain],
  ])('by the service: %j, by the request: %j', async (neutralizeFormulas, asked, text) => {
    const trial = await trialService({ neutralizeFormulas });
    const task = await done(trial, file);
    expect((await bytesOf(trial, task, asked)).toString()).toBe(text);
  });

  it('is neutralised among the rows with some statuses too', async () => {
    const trial = await trialService();
    const task = await done(trial);
    expect(await csvOf(trial, task, { statuses: ['wa_registered'], neutralizeFormulas: true })).toEqual([
      ['phone', 'note', 'verification_status'],
      ["'+14155550100", "'=1+1", 'wa_registered'],
    ]);
  });
});
