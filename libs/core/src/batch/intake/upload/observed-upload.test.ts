import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../memory/manual-clock.js';
import { DialproofError } from '../../../model/errors.js';
import type { Task } from '../../../model/task.js';
import type { ObservedUpload } from '../../../ports/optional/service-observer.js';
import { observedUpload, type TakenFile } from './upload-slot.js';

const task = { total: 7 } as Task;

async function observed(take: () => Promise<TakenFile>) {
  const clock = new ManualClock();
  clock.advance(60_000);
  const uploads: ObservedUpload[] = [];
  const observer = { onUpload: (upload: ObservedUpload) => void uploads.push(upload) };
  const upload = observedUpload({ clock, observer }, () => {
    clock.advance(250);
    return take();
  });
  return { answer: await upload.catch((error: unknown) => error), uploads };
}

describe('an upload that is observed', () => {
  it.each<[boolean, string, number]>([
    [false, 'queued', 7],
    [true, 'repeated', 0],
  ])('is told of with its rows and how long it took: a repeat %s', async (isRepeat, outcome, rows) => {
    const { answer, uploads } = await observed(async () => ({ task, isRepeat }));
    expect(answer).toBe(task);
    expect(uploads).toEqual([{ outcome, rows, durationMs: 250 }]);
  });

  it.each([
    [new DialproofError('empty_file'), 'empty_file'],
    [new Error('the disk is full'), 'internal_error'],
  ])('is told of and rejects as it would otherwise: %s', async (error, outcome) => {
    const { answer, uploads } = await observed(() => Promise.reject(error));
    expect(answer).toBe(error);
    expect(uploads).toEqual([{ outcome, rows: 0, durationMs: 250 }]);
  });

  it('is taken where the observer wants to know of none', async () => {
    const settings = { clock: new ManualClock(), observer: {} };
    expect(await observedUpload(settings, async () => ({ task, isRepeat: false }))).toBe(task);
  });
});
