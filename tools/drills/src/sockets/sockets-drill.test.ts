import { describe, expect, it } from 'vitest';
import { pipelinedChecks, pipelinedEvents } from './pipelining.js';
import { stopWithHalfBodies, stopWithStuckLog } from './stops.js';
import { unfinishedUploads } from './unfinished-uploads.js';

describe('the drill of sockets, in short', { timeout: 60_000 }, () => {
  it('finds nothing left of event streams that were asked for ahead', async () => {
    const { stop } = await pipelinedEvents({ connections: 2, requests: 90, openMs: 100, lookMs: 100 });
    expect(stop.how).toBe('exit code 0');
  });

  it('finds nothing left of checks that were asked for ahead', async () => {
    const { stop } = await pipelinedChecks({ connections: 1, requests: 3, openMs: 100, lookMs: 100 });
    expect(stop.how).toBe('exit code 0');
  });

  it('ends no server of little memory by uploads that are never finished', async () => {
    const { stop } = await unfinishedUploads({ uploads: 75, bytes: 1_200_000, openMs: 1_000 });
    expect(stop.how).toBe('exit code 0');
  });

  it('stops a server whose clients have sent halves', async () => {
    expect((await stopWithHalfBodies()).how).toBe('exit code 0');
  });

  it('stops a server whose log nobody reads', async () => {
    expect((await stopWithStuckLog(600)).how).toBe('exit code 0');
  });
});
