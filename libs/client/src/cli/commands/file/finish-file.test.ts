import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sampleTask } from '../../../fixtures/sample-task.fixture.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import type { Host } from '../../host.js';
import type { LocalService } from '../../local/local-service.js';
import { finishFile } from './finish-file.js';

/** Ends a task without a server that has failed for this reason before anything was verified. */
async function failedBecause(failure_reason: string): Promise<unknown> {
  const host: Host = {
    env: {},
    stdin: new PassThrough(),
    stdout: new PassThrough().resume(),
    stderr: new PassThrough().resume(),
    signal: new AbortController().signal,
    settingsFile: '',
  };
  const local = { verifiedBy: 'lines', outageAdvice: async () => 'Try again later.' };
  const options = { out: 'people-verified.csv', local: true } as const;
  const task = sampleTask({ status: 'failed', failure_reason, credits: { held: 0, charged: 0 } });
  // Without a result, nothing else of the task and of the service is used.
  const [handle, service] = [{ id: 'task-1' } as TaskHandle, local as unknown as LocalService];
  const verifier = { client: undefined as never, local: service, isSandbox: () => false };
  return finishFile(handle, task, options, verifier, host).catch((failure) => failure);
}

describe('a file without a server whose task failed', () => {
  it('is followed by the remedy for the checker, if that is the reason', async () => {
    expect(await failedBecause('checker_unavailable')).toMatchObject({
      exitCode: 8,
      message: 'Try again later.',
    });
  });

  it('is followed by any other reason, which is not blamed on the checker', async () => {
    const message = 'The task failed (internal_error).';
    expect(await failedBecause('internal_error')).toMatchObject({ exitCode: 8, message });
  });
});
