import assert from 'node:assert/strict';
import { type E164, normalizePhone, type Observation, type ObservationStore } from '@dialproof/core';
import { sameJson } from '../runner/expectations.js';
import type { Closable, Reopens } from '../runner/test-runner.js';

/** The subject of a case: an observation store of its own. */
export interface ObservationStoreSubject extends Closable, Reopens<ObservationStore> {
  readonly store: ObservationStore;
}

/** With milliseconds that are not zero. */
export const NOON = Date.UTC(2026, 10, 20, 12, 0, 8) + 123;
export const HOUR_MS = 3_600_000;
export const ADA = normalizePhone('+14155552671');
export const BOB = normalizePhone('+41446681800');

export function observation(changes: Partial<Observation> = {}): Observation {
  return { number: ADA, app: 'whatsapp', seenAt: NOON, source: 'whatsapp_message', ...changes };
}

/** Numbers that differ in their last digits alone. */
export function numbersInRow(count: number): readonly E164[] {
  return Array.from({ length: count }, (_, index) => normalizePhone(`+4479460${String(10_000 + index)}`));
}

/** Expects these observations, in any order, and nothing else, to be known of their numbers and of those that are named. */
export async function expectKnown(
  store: ObservationStore,
  expected: readonly Observation[],
  { numbers = [], since = 0 }: { readonly numbers?: readonly E164[]; readonly since?: number } = {},
): Promise<void> {
  const asked = new Set([...numbers, ...expected.map(({ number }) => number)]);
  sameObservations(await store.find([...asked], since), expected);
}

export function sameObservations(found: readonly Observation[], expected: readonly Observation[]): void {
  assert.equal(found.length, expected.length, `${found.length} observations, expected ${expected.length}`);
  sameJson(inOrder(found), inOrder(expected));
}

function inOrder(observations: readonly Observation[]): readonly Observation[] {
  const fields = observations.map(({ number, app, seenAt, source }) => ({ number, app, seenAt, source }));
  const nameOf = ({ number, app }: Observation) => `${number} ${app}`;
  return fields.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
