import { ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { DeletionsLog } from './deletions-log.js';

/** A log, and the times of the attempts to empty it, in seconds. */
function subject() {
  const clock = new ManualClock();
  const times: number[] = [];
  let seconds = 0;
  const outcome = { isEmpty: true, error: undefined as Error | undefined };
  const log = new DeletionsLog({
    clock,
    empty() {
      times.push(seconds);
      if (outcome.error !== undefined) throw outcome.error;
      return outcome.isEmpty;
    },
  });
  const pass = (count: number): void => {
    for (const end = seconds + count; seconds < end; ) {
      seconds += 1;
      clock.advance(1_000);
    }
  };
  return { clock, log, outcome, pass, times };
}

describe('the log of deletions', () => {
  it('is emptied once for all deletions of half a minute, and again for those after it', () => {
    const { log, pass, times } = subject();
    for (let deletions = 1; deletions <= 20; deletions += 1) {
      log.noteCommit(deletions);
      pass(1);
    }
    pass(100);
    expect(times).toEqual([30]);
    log.noteCommit(21);
    pass(100);
    expect(times).toEqual([30, 150]);
  });

  it('is left alone by commits that delete nothing', () => {
    const { clock, log, pass, times } = subject();
    log.noteCommit(1);
    pass(30);
    for (let commits = 0; commits < 100; commits += 1) {
      log.noteCommit(1);
      pass(1);
    }
    expect(times).toEqual([30]);
    expect(clock.pending).toBe(0);
  });

  it('is tried again while another process uses it, and where it fails', () => {
    const { log, outcome, pass, times } = subject();
    outcome.isEmpty = false;
    log.noteCommit(1);
    pass(35);
    outcome.error = new Error('the disk fails');
    pass(5);
    outcome.error = undefined;
    outcome.isEmpty = true;
    pass(100);
    expect(times).toEqual([30, 35, 40, 45]);
  });

  it("is nobody's to empty once the database is closed", () => {
    const { clock, log, pass, times } = subject();
    log.noteCommit(1);
    log.close();
    log.close();
    log.noteCommit(2);
    pass(100);
    expect(times).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
