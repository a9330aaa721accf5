import { describe, expect, it } from 'vitest';
import { hasCurl, pasteLines, startExample } from '../../../tools/tests/fixtures/example-process.fixture.js';
import { trialFolder } from '../../../tools/tests/fixtures/trial-folder.fixture.js';
import { TrialUser } from './trial-user.fixture.js';

function start(dataDirectory: string, environment: NodeJS.ProcessEnv = {}) {
  const command = [process.execPath, 'tools/run/example.mjs', 'express-embed'];
  return startExample(command, { DATA_DIRECTORY: dataDirectory, ...environment });
}

describe('npm run express-embed', () => {
  // What a SIGKILL leaves is the kit's concern, and tried on the server; this is the example's own wiring of signals.
  it('loses nothing by a SIGTERM in the middle of a task, and prints lines that work as pasted', async () => {
    const dataDirectory = await trialFolder();
    const first = await start(dataDirectory);
    const ann = await TrialUser.signUp(first.origin);
    await ann.buy(10);
    // The sandbox takes two seconds for the first of them.
    const taskId = await ann.submitted('phone\n+19995555000\n+14155550102\n');
    await expect.poll(() => ann.task(taskId)).not.toMatchObject({ status: 'queued' });
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);

    const second = await start(dataDirectory);
    const later = ann.at(second.origin);
    expect(await later.credits()).toMatchObject({ available: 8 });
    await later.reaches(taskId, 'done');
    expect(await later.credits()).toEqual({ available: 8, held: 0 });
    expect(await later.statement()).toEqual([
      { kind: 'charge', credits: -2, task_id: taskId },
      { kind: 'grant', credits: 10, task_id: null },
    ]);

    expect(second.output.stdout).toMatch(/MADE UP/);
    if (hasCurl) {
      expect(await pasteLines(second.output.stdout)).toMatchObject([
        { credits: 100 },
        { phone: '+14155550100', status: 'wa_registered' },
        { total: 3, status: 'queued' },
        { tasks: [{ file_name: 'customers.csv', total: 3 }], next_cursor: null },
        { entries: expect.arrayContaining([expect.objectContaining({ kind: 'charge', credits: -1 })]) },
      ]);
    }
    second.child.kill('SIGINT');
    expect(await second.exited).toBe(0);
  });

  it('refuses a wrong setting in a sentence and with exit code 1', async () => {
    const { exited, output } = await start(await trialFolder(), { PORT: 'http' });
    expect(await exited).toBe(1);
    const stderr = 'PORT has to be a number from 0 to 65535, not "http"\n';
    expect(output).toEqual({ stdout: '', stderr });
  });
});
