import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../memory/manual-clock.js';
import type { E164 } from '../../../model/identifiers.js';
import { VERIFICATION_STATUSES } from '../../../model/statuses.js';
import { answeredByte, furtherByte, isOpen, openStatuses, sparedByte } from '../../chunk-statuses.js';
import { encodeNumberChunk } from '../../number-chunk.js';
import { recordedProvenance, recordedStatuses } from '../../recorded-chunk.js';
import { ChunkProgress } from './chunk-progress.js';

const MAX_ATTEMPTS = 3;
const COUNT = 6;
const numbers = Array.from({ length: COUNT }, (_, n) => `+1415555${2_671 + n}` as E164);
const chunk = encodeNumberChunk(numbers.map(Number), [1, 2, 3, 4, 5, 6]);
const FAILED = 255;
const OPEN = 128;
const SPARED = sparedByte(OPEN, MAX_ATTEMPTS);

const NOW = Date.UTC(2026, 10, 22, 12, 0, 7, 900);
const NOW_SECONDS = Date.UTC(2026, 10, 22, 12, 0, 7) / 1_000;

function progressOf(statuses: Uint8Array | null = null, revision = 0, now = NOW): ChunkProgress {
  return new ChunkProgress({ chunk, statuses, revision }, MAX_ATTEMPTS, new ManualClock(now));
}

const byte = fc.oneof(
  fc.constantFrom(...VERIFICATION_STATUSES).map(answeredByte),
  fc.constantFrom(FAILED, SPARED),
  fc.integer({ min: OPEN, max: OPEN + MAX_ATTEMPTS - 1 }),
);
const statuses = fc
  .array(byte, { minLength: COUNT, maxLength: COUNT })
  .map((bytes) => Uint8Array.from(bytes));
const event = fc.record({
  position: fc.nat({ max: COUNT - 1 }),
  change: fc.constantFrom(...VERIFICATION_STATUSES, 'fail' as const, 'spare' as const),
});

function happen(
  progress: ChunkProgress,
  events: readonly { position: number; change: (typeof VERIFICATION_STATUSES)[number] | 'fail' | 'spare' }[],
): void {
  for (const { change, position } of events) {
    if (change === 'fail' || change === 'spare') progress[change](position);
    else progress.answer(position, change);
  }
}

/** A record of answers with sources and reasons. */
function detailedRecord(): Uint8Array {
  const progress = progressOf();
  progress.answer(0, { status: 'dead', source: 'twilio', reason: 'line_gone' });
  return progress.nextRecord().statuses;
}

describe('the progress of a chunk', () => {
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
    const record = progress.nextRecord();
    expect([...recordedStatuses(record.statuses)]).toEqual([
      OPEN,
      answeredByte('dead'),
      answeredByte('unknown'),
      FAILED,
      OPEN + 1,
      OPEN,
    ]);
    expect(record).toEqual({
      revision: 0,
      statuses: record.statuses,
      rows: { wa_registered: 0, telegram_registered: 0, dead: 2, inactive: 0, unknown: 3 + 4 },
      sources: {},
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

  it('keeps an answer, also one of another worker, if a later check of its number fails', () => {
    const progress = progressOf();
    progress.answer(0, 'dead');
    progress.fail(0);
    const theirs = openStatuses(COUNT);
    theirs[1] = answeredByte('inactive');
    progress.merge(theirs, 1);
    progress.fail(1);
    const { statuses: bytes } = progress.nextRecord();
    expect([...recordedStatuses(bytes)].slice(0, 2)).toEqual([
      answeredByte('dead'),
      answeredByte('inactive'),
    ]);
  });

  it('knows numbers of no country without asking', () => {
    const impossible = encodeNumberChunk([9991234567, 14155552671], [3, 1]);
    const claim = { chunk: impossible, statuses: null, revision: 0 };
    const progress = new ChunkProgress(claim, MAX_ATTEMPTS, new ManualClock(NOW));
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
            const before = recordedStatuses(progress.nextRecord().statuses);
            if (Array.isArray(step)) happen(progress, step);
            else {
              // Other workers start from the recorded statuses, so final ones stay.
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
            const now = recordedStatuses(record.statuses);
            now.forEach((one, position) => {
              const was = before[position] ?? OPEN;
              if (isOpen(was)) return;
              expect(one).toBe(was);
            });
            verified += record.verified;
            progress.recorded(record.statuses, revision + 1);
            recorded = now;
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
        const mine = recordedStatuses(once.nextRecord().statuses);
        once.merge(theirs, 7);
        const merged = once.nextRecord();
        once.merge(theirs, 7);
        expect(once.nextRecord()).toEqual(merged);
        expect(merged.revision).toBe(7);
        const mergedStatuses = recordedStatuses(merged.statuses);
        mergedStatuses.forEach((one, position) => {
          const their = theirs[position] ?? OPEN;
          const my = mine[position] ?? OPEN;
          if (!isOpen(their)) expect(one).toBe(their);
          else if (!isOpen(my)) expect(one).toBe(my);
          else expect(one).toBe(furtherByte(my, their));
        });
        // Statuses that the store has are not recorded again.
        const news = mergedStatuses.filter((one, position) => !isOpen(one) && isOpen(theirs[position]));
        expect(merged.verified + news.filter((one) => one === FAILED).length).toBe(news.length);
      }),
    );
  });

  it('counts rows by source, and keeps the source, reason and time of each answer', () => {
    const progress = progressOf();
    progress.answer(0, { status: 'dead', source: 'twilio', reason: 'line_gone' });
    progress.answer(1, 'inactive');
    progress.answer(2, { status: 'unknown', source: 'evidence', checkedAt: new Date(NOW - 86_400_000) });
    progress.answer(3, { status: 'dead', source: 'twilio' });
    // This number has an answer already.
    progress.answer(3, { status: 'inactive', source: 'late' });
    progress.fail(4);
    const { sources, statuses: recorded } = progress.nextRecord();
    expect(sources).toEqual({ twilio: 1 + 4, evidence: 3 });
    const provenance = recordedProvenance(recorded);
    expect(provenance.at(0)).toEqual({ source: 'twilio', reason: 'line_gone', checkedAt: NOW_SECONDS });
    expect(provenance.at(1)).toEqual({ source: undefined, reason: undefined, checkedAt: NOW_SECONDS });
    expect(provenance.at(2)).toMatchObject({ source: 'evidence', checkedAt: NOW_SECONDS - 86_400 });
    expect(provenance.at(3)).toMatchObject({ source: 'twilio', checkedAt: NOW_SECONDS });
    for (const position of [4, 5]) expect(provenance.at(position).checkedAt).toBeNaN();
  });

  it('counts each source once, in the record that brings its rows', () => {
    const progress = progressOf();
    progress.answer(0, { status: 'dead', source: 'twilio' });
    progress.recorded(progress.nextRecord().statuses, 1);
    expect(progress.nextRecord().sources).toEqual({});
    progress.answer(5, { status: 'dead', source: 'twilio' });
    expect(progress.nextRecord().sources).toEqual({ twilio: 6 });
  });

  it('continues from a record without losing the origins of its answers', () => {
    const first = progressOf();
    first.answer(0, { status: 'dead', source: 'twilio', reason: 'line_gone' });
    const later = progressOf(first.nextRecord().statuses, 1, NOW + 60_000);
    later.answer(1, { status: 'inactive', source: 'infobip' });
    const provenance = recordedProvenance(later.nextRecord().statuses);
    expect(provenance.at(0)).toEqual({ source: 'twilio', reason: 'line_gone', checkedAt: NOW_SECONDS });
    expect(provenance.at(1)).toMatchObject({ source: 'infobip', checkedAt: NOW_SECONDS + 60 });
  });

  it("merges the origins of other workers' answers, and keeps its own", () => {
    const mine = progressOf();
    mine.answer(0, { status: 'dead', source: 'mine', reason: 'mine' });
    mine.answer(1, { status: 'dead', source: 'mine', reason: 'mine' });
    const others = progressOf(null, 0, NOW + 5_000);
    others.answer(1, { status: 'inactive', source: 'theirs' });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) others.fail(0);
    mine.answer(2, { status: 'dead', source: 'mine', reason: 'mine' });
    mine.merge(others.nextRecord().statuses, 1);
    const { sources, statuses: recorded } = mine.nextRecord();
    expect(sources).toEqual({ mine: 3 });
    const provenance = recordedProvenance(recorded);
    expect(provenance.at(0)).toEqual({ source: undefined, reason: undefined, checkedAt: Number.NaN });
    expect(provenance.at(1)).toEqual({ source: 'theirs', reason: undefined, checkedAt: NOW_SECONDS + 5 });
    expect(provenance.at(2)).toEqual({ source: 'mine', reason: 'mine', checkedAt: NOW_SECONDS });
  });

  it('continues from statuses of schema version 3, which have no origins', () => {
    const progress = progressOf(Uint8Array.of(0, 2, FAILED, OPEN, OPEN, OPEN), 3);
    progress.answer(3, { status: 'dead', source: 'twilio' });
    const { statuses: recorded } = progress.nextRecord();
    expect([...recordedStatuses(recorded)]).toEqual([0, 2, FAILED, answeredByte('dead'), OPEN, OPEN]);
    const provenance = recordedProvenance(recorded);
    expect(provenance.at(0).checkedAt).toBeNaN();
    expect(provenance.at(3)).toMatchObject({ source: 'twilio', checkedAt: NOW_SECONDS });
  });

  it.each<[string, Partial<ConstructorParameters<typeof ChunkProgress>[0]>]>([
    ['bytes that are no numbers', { chunk: Buffer.from('14155552671 x') }],
    ['a chunk without numbers', { chunk: Buffer.alloc(0) }],
    ['too few statuses', { statuses: openStatuses(COUNT - 1) }],
    ['too many statuses', { statuses: openStatuses(COUNT + 1) }],
    ['a record that is cut', { statuses: detailedRecord().subarray(0, -1) }],
    ['a record with more behind it', { statuses: Uint8Array.of(...detailedRecord(), 0) }],
  ])('refuses %s', (_, broken) => {
    const claim = { chunk, statuses: null, revision: 0, ...broken };
    expect(() => new ChunkProgress(claim, MAX_ATTEMPTS, new ManualClock())).toThrow(RangeError);
  });

  it('refuses to merge statuses of another count, and a damaged record', () => {
    expect(() => progressOf().merge(openStatuses(COUNT - 1), 1)).toThrow(RangeError);
    expect(() => progressOf().merge(detailedRecord().subarray(0, -1), 1)).toThrow(RangeError);
  });
});
