import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { E164 } from '../../model/e164.js';
import { VERIFICATION_STATUSES } from '../../model/statuses.js';
import { answeredByte, isOpen, openStatuses } from '../chunk-statuses.js';
import { encodeNumberChunk } from '../number-chunk.js';
import { ChunkProgress, UnreadableChunk } from './chunk-progress.js';

const MAX_ATTEMPTS = 3;
const COUNT = 6;
const numbers = Array.from({ length: COUNT }, (_, n) => `+1415555${2_671 + n}` as E164);
const chunk = encodeNumberChunk({ numbers, rowCounts: [1, 2, 3, 4, 5, 6] });
const FAILED = 255;
const OPEN = 128;

function progressOf(statuses: Uint8Array | null = null, revision = 0): ChunkProgress {
  return new ChunkProgress({ chunk, statuses, revision }, MAX_ATTEMPTS);
}

const byte = fc.oneof(
  fc.constantFrom(...VERIFICATION_STATUSES).map(answeredByte),
  fc.constant(FAILED),
  fc.integer({ min: OPEN, max: OPEN + MAX_ATTEMPTS - 1 }),
);
const statuses = fc
  .array(byte, { minLength: COUNT, maxLength: COUNT })
  .map((bytes) => Uint8Array.from(bytes));
const event = fc.record({
  position: fc.nat({ max: COUNT - 1 }),
  status: fc.option(fc.constantFrom(...VERIFICATION_STATUSES), { nil: undefined }),
});

function happen(
  progress: ChunkProgress,
  events: readonly { position: number; status: (typeof VERIFICATION_STATUSES)[number] | undefined }[],
): void {
  for (const { position, status } of events) {
    if (status === undefined) progress.fail(position);
    else progress.answer(position, status);
  }
}

describe('what is known of a chunk', () => {
  it('begins with every number open', () => {
    const progress = progressOf();
    expect(progress.open()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(progress.isComplete).toBe(false);
    expect(progress.hasNews).toBe(false);
  });

  it('counts rows by status, verified numbers once, and failed checks apart', () => {
    const progress = progressOf();
    progress.answer(1, 'dead');
    progress.answer(2, 'unknown');
    progress.fail(4);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) progress.fail(3);
    expect(progress.nextRecord()).toEqual({
      revision: 0,
      statuses: Uint8Array.of(OPEN, answeredByte('dead'), answeredByte('unknown'), FAILED, OPEN + 1, OPEN),
      rows: { wa_registered: 0, telegram_registered: 0, dead: 2, inactive: 0, unknown: 3 + 4 },
      checksFailed: 4,
      verified: 2,
      isComplete: false,
    });
  });

  it('records only what has come since the last record', () => {
    const progress = progressOf();
    progress.answer(0, 'dead');
    progress.recorded(progress.nextRecord().statuses, 1);
    expect(progress.hasNews).toBe(false);
    progress.answer(1, 'inactive');
    expect(progress.nextRecord()).toMatchObject({ revision: 1, rows: { dead: 0, inactive: 2 }, verified: 1 });
  });

  it('has news with a failed attempt alone, so that it counts after a restart too', () => {
    const progress = progressOf();
    progress.fail(0);
    expect(progress.hasNews).toBe(true);
    expect(progress.nextRecord()).toMatchObject({ verified: 0, checksFailed: 0, isComplete: false });
    const later = progressOf(progress.nextRecord().statuses, 1);
    later.fail(0);
    later.fail(0);
    expect(later.open()).toEqual([1, 2, 3, 4, 5]);
  });

  it('asks first about numbers that have failed least', () => {
    const progress = progressOf();
    progress.fail(0);
    progress.fail(0);
    progress.fail(2);
    expect(progress.open()).toEqual([1, 3, 4, 5, 2, 0]);
    expect([0, 2, 5].map((position) => progress.attempts(position))).toEqual([2, 1, 0]);
  });

  it('knows numbers that no numbering plan contains without asking', () => {
    const impossible = encodeNumberChunk({
      numbers: ['+12025550', '+14155552671'] as E164[],
      rowCounts: [3, 1],
    });
    const progress = new ChunkProgress({ chunk: impossible, statuses: null, revision: 0 }, MAX_ATTEMPTS);
    expect(progress.open()).toEqual([1]);
    expect(progress.hasNews).toBe(true);
    expect(progress.nextRecord()).toMatchObject({ rows: { dead: 3 }, verified: 1, isComplete: false });
  });

  it('never changes a final status, whatever comes and is merged, and counts each number once', () => {
    fc.assert(
      fc.property(
        statuses,
        fc.array(fc.oneof(fc.array(event, { maxLength: 8 }), statuses), { maxLength: 8 }),
        (first, steps) => {
          const progress = progressOf(first);
          let recorded: Uint8Array = first;
          let verified = first.filter((one) => !isOpen(one) && one !== FAILED).length;
          for (const [revision, step] of steps.entries()) {
            const before = progress.nextRecord().statuses;
            if (Array.isArray(step)) happen(progress, step);
            else {
              // Others record from what the store had: what is final there stays.
              const theirs = step.map((one, position) =>
                isOpen(recorded[position]) ? one : (recorded[position] ?? one),
              );
              verified += theirs.filter(
                (one, position) => isOpen(recorded[position]) && !isOpen(one) && one !== FAILED,
              ).length;
              progress.merge(theirs, revision + 1);
              recorded = theirs;
              continue;
            }
            const record = progress.nextRecord();
            record.statuses.forEach((one, position) => {
              const was = before[position] ?? OPEN;
              if (isOpen(was)) return;
              expect(one).toBe(was);
            });
            verified += record.verified;
            progress.recorded(record.statuses, revision + 1);
            recorded = record.statuses;
          }
          expect(recorded.filter((one) => !isOpen(one) && one !== FAILED)).toHaveLength(verified);
        },
      ),
    );
  });

  it('takes over what others have recorded: once or twice is the same, and the first final status counts', () => {
    fc.assert(
      fc.property(statuses, fc.array(event), statuses, (first, events, theirs) => {
        const once = progressOf(first);
        happen(once, events);
        const mine = once.nextRecord().statuses;
        once.merge(theirs, 7);
        const merged = once.nextRecord();
        once.merge(theirs, 7);
        expect(once.nextRecord()).toEqual(merged);
        expect(merged.revision).toBe(7);
        merged.statuses.forEach((one, position) => {
          const their = theirs[position] ?? OPEN;
          const my = mine[position] ?? OPEN;
          if (!isOpen(their)) expect(one).toBe(their);
          else if (!isOpen(my)) expect(one).toBe(my);
          else expect(one).toBe(Math.max(my, their));
        });
        // What the store has already is not recorded once more.
        const news = merged.statuses.filter((one, position) => !isOpen(one) && isOpen(theirs[position]));
        expect(merged.verified + news.filter((one) => one === FAILED).length).toBe(news.length);
      }),
    );
  });

  it.each<[string, Partial<ConstructorParameters<typeof ChunkProgress>[0]>]>([
    ['bytes that are no numbers', { chunk: Buffer.from('14155552671 x') }],
    ['too few statuses', { statuses: openStatuses(COUNT - 1) }],
    ['too many statuses', { statuses: openStatuses(COUNT + 1) }],
  ])('refuses %s', (_, broken) => {
    const claim = { chunk, statuses: null, revision: 0, ...broken };
    expect(() => new ChunkProgress(claim, MAX_ATTEMPTS)).toThrow(UnreadableChunk);
  });

  it('refuses to merge statuses of another count', () => {
    expect(() => progressOf().merge(openStatuses(COUNT - 1), 1)).toThrow(UnreadableChunk);
  });
});
