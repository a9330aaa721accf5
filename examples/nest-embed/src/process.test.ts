import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasCurl, pasteLines, startExample } from '../../../tools/tests/fixtures/example-process.fixture.js';
import { trialFolder } from '../../../tools/tests/fixtures/trial-folder.fixture.js';
import { TrialUser } from './trial-user.fixture.js';

function start(dataDirectory: string, environment: NodeJS.ProcessEnv = {}) {
  const command = [process.execPath, 'tools/run/example.mjs', 'nest-embed'];
  return startExample(command, { DATA_DIRECTORY: dataDirectory, ...environment });
}

describe('npm run nest-embed', () => {
  // What a SIGKILL leaves is the kit's concern, and tried on the server; this is the example's own wiring of signals.
  it('loses nothing by a SIGTERM in the middle of a task, and prints lines that work as pasted', async () => {
    const dataDirectory = await trialFolder();
    const first = await start(dataDirectory);
    const ann = await TrialUser.signUp(first.origin);
    // The sandbox takes two seconds for the first of them.
    const taskId = await ann.submitted('phone\n+19995555000\n+14155550102\n');
    await expect.poll(() => ann.task(taskId)).not.toMatchObject({ status: 'queued' });
    // The application has to end although a client holds a connection open and sends nothing.
    const { hostname, port } = new URL(first.origin);
    const connection = connect(Number(port), hostname);
    onTestFinished(() => void connection.destroy());
    await once(connection, 'connect');
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);

    const second = await start(dataDirectory);
    const later = ann.at(second.origin);
    await later.reaches(taskId, 'done');
    expect(await later.credits()).toEqual({ available: 98, held: 0 });

    expect(second.output.stdout).toMatch(/MADE UP/);
    if (hasCurl) {
      expect(await pasteLines(second.output.stdout)).toMatchObject([
        { phone: '+14155550101', status: 'telegram_registered' },
        { phone: '+14155550100', status: 'wa_registered' },
        { total: 3, status: 'queued' },
        { tasks: [{ file_name: 'customers.csv', total: 3 }], next_cursor: null },
        { entries: expect.arrayContaining([expect.objectContaining({ credits: -1 })]) },
      ]);
    }
    second.child.kill('SIGINT');
    expect(await second.exited).toBe(0);
  });

  it('names a wrong setting in its last line, and ends with exit code 1', async () => {
    const { exited, output } = await start(await trialFolder(), { PORT: 'http' });
    expect(await exited).toBe(1);
    const stderr = 'PORT has to be a number from 0 to 65535, not "http"\n';
    expect(output).toEqual({ stdout: '', stderr });
  });
});
