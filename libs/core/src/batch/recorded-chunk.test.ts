import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SOURCES, OTHER_SOURCE } from '../model/task.js';
import { ChunkProvenance, NO_PROVENANCE } from './chunk-provenance.js';
import {
  encodeRecordedChunk,
  recordedProvenance,
  recordedStatuses,
  reopenedChunk,
} from './recorded-chunk.js';

const DEAD = 2;
const OPEN = 128;
const FAILED = 255;
const SECOND = 1_795_000_000;

type Answer = { readonly source?: string; readonly reason?: string; readonly checkedAt?: Date };

/** A chunk whose numbers are dead, or open if they have no answer. */
function chunkOf(answers: readonly (Answer | undefined)[]) {
  const provenance = new ChunkProvenance(answers.length);
  const statuses = Uint8Array.from(answers, (answer) => (answer === undefined ? OPEN : DEAD));
  answers.forEach((answer, position) => {
    if (answer !== undefined) provenance.note(position, { status: 'dead', ...answer }, SECOND * 1_000);
  });
  return { statuses, provenance };
}

function encodedOf(answers: readonly (Answer | undefined)[]): Uint8Array {
  const { statuses, provenance } = chunkOf(answers);
  return encodeRecordedChunk(statuses, provenance);
}

const time = fc.oneof(
  fc.date({ noInvalidDate: true }),
  fc.date({
    noInvalidDate: true,
    min: new Date('2026-11-22T12:00:00Z'),
    max: new Date('2026-11-22T12:05:00Z'),
  }),
);
const words = fc.record({
  // At most as many as a chunk has room for.
  sources: fc.array(fc.stringMatching(/^[a-z0-9_.-]{1,40}$/), { minLength: 1, maxLength: MAX_SOURCES }),
  reasons: fc.array(fc.stringMatching(/^[ -~]{1,60}$/), { minLength: 1, maxLength: 100 }),
});
const answers = (maxLength: number, minLength = 0) =>
  words.chain(({ sources, reasons }) => {
    const detailed = fc.record(
      { source: fc.constantFrom(...sources), reason: fc.constantFrom(...reasons), checkedAt: time },
      { requiredKeys: [] },
    );
    return fc.array(fc.option(detailed, { nil: undefined }), { minLength, maxLength });
  });

describe('a chunk as it is stored', () => {
  it('keeps whether numbers were given to others, and has no byte more where nobody asked', () => {
    const said = fc.array(fc.constantFrom('yes', 'no', 'unknown', undefined), {
      minLength: 1,
      maxLength: 250,
    });
    fc.assert(
      fc.property(said, (reassigned) => {
        const { statuses, provenance } = chunkOf(reassigned.map(() => ({ source: 'twilio' })));
        const plain = encodeRecordedChunk(statuses, provenance).length;
        reassigned.forEach((one, position) => {
          provenance.note(position, 'dead', SECOND * 1_000, one);
        });
        const bytes = encodeRecordedChunk(statuses, provenance);
        expect(recordedProvenance(bytes)).toEqual(provenance);
        expect(recordedStatuses(bytes)).toEqual(statuses);
        const isAsked = reassigned.some((one) => one !== undefined);
        expect(bytes.length > plain).toBe(isAsked);
        expect(() => recordedProvenance(Uint8Array.from([...bytes, 0]))).toThrow(RangeError);
      }),
    );
  });

  it('comes back as it was, also from the middle of another buffer', () => {
    fc.assert(
      fc.property(answers(250), (answered) => {
        const { statuses, provenance } = chunkOf(answered);
        const encoded = encodeRecordedChunk(statuses, provenance);
        const surrounded = Buffer.concat([Buffer.from('abc'), encoded, Buffer.from('x')]);
        for (const bytes of [encoded, surrounded.subarray(3, 3 + encoded.length)]) {
          expect([...recordedStatuses(bytes)]).toEqual([...statuses]);
          expect(recordedProvenance(bytes)).toEqual(provenance);
        }
      }),
    );
  });

  it('has only statuses if there is no answer, or in schema version 3', () => {
    expect(encodedOf([undefined, undefined])).toEqual(Uint8Array.of(OPEN, OPEN));
    const old = Uint8Array.of(0, 4, OPEN + 1, FAILED);
    expect(recordedStatuses(old)).toEqual(old);
    expect([0, 1, 2, 3].map((position) => recordedProvenance(old).at(position))).toEqual(
      Array(4).fill(NO_PROVENANCE),
    );
  });

  it('takes one byte more for a plain answer, and ten for the chunk', () => {
    const within = Array.from({ length: 250 }, (_, n) => ({ checkedAt: new Date((SECOND + n) * 1_000) }));
    expect(encodedOf(within)).toHaveLength(2 * 250 + 10);
    const same = Array.from({ length: 250 }, () => ({}));
    expect(encodedOf(same)).toHaveLength(2 * 250 + 10);
  });

  it('takes two bytes more if answers have a source and a reason, however long these are', () => {
    const detailed = Array.from({ length: 250 }, (_, n) => ({
      source: 'twilio',
      reason: `reason ${'x'.repeat(50)} ${n % 2}`,
    }));
    expect(encodedOf(detailed)).toHaveLength(4 * 250 + 10 + 7 + 2 * (1 + 7 + 50 + 2));
  });

  it('is bounded where every answer has a source and a reason of its own', () => {
    const hostile = Array.from({ length: 3_000 }, (_, n) => ({
      source: `s${n}`.padEnd(40, 'x'),
      reason: `r${n}`.padEnd(60, 'x'),
      checkedAt: new Date(n * 1e12 - 1.5e15),
    }));
    const encoded = encodedOf(hostile);
    expect(encoded.length).toBeLessThan(21 * 41 + 100 * 61 + 3_000 * (1 + 2 + 6) + 100);
    const provenance = recordedProvenance(encoded);
    expect(provenance.at(19)).toMatchObject({ source: hostile[19]?.source, reason: hostile[19]?.reason });
    expect(provenance.at(20)).toMatchObject({ source: OTHER_SOURCE, reason: hostile[20]?.reason });
    expect(provenance.at(99)).toMatchObject({ source: OTHER_SOURCE, reason: hostile[99]?.reason });
    expect(provenance.at(100)).toMatchObject({ source: OTHER_SOURCE, reason: undefined });
    expect(provenance.at(2_999)).toMatchObject({ source: OTHER_SOURCE, checkedAt: 1.499e12 });
    expect(new Set(provenance.sources).size).toBe(MAX_SOURCES + 1);
  });

  it('with a damaged byte, is refused or still has an entry for each status', () => {
    fc.assert(
      fc.property(answers(20, 1), fc.nat(), fc.nat({ max: 255 }), (answered, place, byte) => {
        const damaged = encodedOf(answered);
        damaged[place % damaged.length] = byte;
        const { length } = recordedStatuses(damaged);
        try {
          expect(recordedProvenance(damaged).times).toHaveLength(length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it('is refused wherever it is cut behind its statuses', () => {
    const encoded = encodedOf([{ source: 'a', reason: 'b' }, undefined, {}]);
    for (let end = 4; end < encoded.length; end += 1) {
      expect(() => recordedProvenance(encoded.subarray(0, end))).toThrow(RangeError);
    }
    expect(() => recordedProvenance(Uint8Array.of(...encoded, 0))).toThrow(RangeError);
  });
});

describe('a chunk for a retry', () => {
  it('has its numbers without an answer open, and keeps the answers of the others', () => {
    const { statuses, provenance } = chunkOf([{ source: 'a', reason: 'b' }, undefined, undefined, {}]);
    statuses.set([FAILED, OPEN + 2], 1);
    const recorded = encodeRecordedChunk(statuses, provenance);
    const before = Uint8Array.from(recorded);
    const reopened = reopenedChunk(recorded) ?? new Uint8Array();
    expect([...recordedStatuses(reopened)]).toEqual([DEAD, OPEN, OPEN, DEAD]);
    expect(recordedProvenance(reopened)).toEqual(provenance);
    expect(recorded).toEqual(before);
  });

  it('is none where every number has an answer', () => {
    expect(reopenedChunk(encodedOf([{ source: 'a' }, {}]))).toBeUndefined();
  });
});
