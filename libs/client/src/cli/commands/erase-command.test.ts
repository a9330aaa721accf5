import { expect, it } from 'vitest';
import { startTrial } from '../fixtures/trial-host.fixture.js';

const [GONE, OTHER] = ['+14155550100', '+14155550102'];

async function trialWithTask() {
  const trial = await startTrial();
  await trial.run(['file', '-', '--yes', '--out', '-'], { stdin: `phone\n${GONE}\n${OTHER}\n` });
  const { stdout } = await trial.run(['tasks', '--json']);
  return { ...trial, id: JSON.parse(stdout).task_id as string };
}

it('dialproof erase erases a number when a person has said yes, and suppresses it if asked', async () => {
  const { id, run } = await trialWithTask();
  const declined = await run(['erase', GONE], { typed: 'no\n' });
  expect(declined).toMatchObject({ exitCode: 9, stderr: expect.stringContaining('Nothing was erased.') });
  const erased = await run(['erase', '+1 415 555 0100', '--suppress'], { typed: 'yes\n' });
  expect([erased.exitCode, erased.stdout]).toEqual([0, '+1 415 555 0100: erased from 1 row of 1 task\n']);
  const { stdout } = await run(['download', id, '--out', '-']);
  expect(stdout).toBe(`phone,verification_status\n,wa_registered\n${OTHER},dead\n`);
  expect((await run(['suppressions'])).stdout).toContain(GONE);
  const again = await run(['erase', GONE, '--yes', '--json']);
  expect(JSON.parse(again.stdout)).toEqual({ tasks: 0, rows: 0, unfinished: [], answers: 0 });
});

it('dialproof erase needs a person or --yes, and a number', async () => {
  const { run } = await trialWithTask();
  expect(await run(['erase', GONE])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('add --yes'),
  });
  expect((await run(['erase', '0100', '--yes'])).stderr).toContain('invalid_phone');
});
