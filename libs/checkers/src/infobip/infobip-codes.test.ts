import type { E164 } from '@dialproof/core';
import { startFakeUpstream } from '@dialproof/testkit/upstreams';
import { describe, expect, it } from 'vitest';
import { infobipChecker } from './index.js';
import {
  DEAD,
  type DocumentedError,
  FAILED,
  INACTIVE,
  STATUSES,
  UNKNOWN,
} from './infobip-reference.fixture.js';

interface Codes {
  readonly status: object;
  readonly error?: object | null | undefined;
}

const NO_ERROR = { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', permanent: false };
const NOT_DELIVERED = { groupId: 2, groupName: 'UNDELIVERABLE', id: 9, name: 'UNDELIVERABLE_NOT_DELIVERED' };

const UNPAID = ['REJECTED_NOT_ENOUGH_CREDITS', 'REJECTED_PREPAID_PACKAGE_EXPIRED'];

/** What a call comes to whose numbers have these results. */
async function outcomes(results: readonly Codes[]): Promise<readonly unknown[]> {
  // Numbers that are spelt out in E.164 need no reader.
  const numbers = results.map((_, index) => `+4179302${6_000 + index}` as E164);
  const upstream = await startFakeUpstream(() => ({
    status: 200,
    body: { results: results.map((codes, index) => ({ to: numbers[index]?.slice(1), ...codes })) },
  }));
  const checker = infobipChecker({ baseUrl: upstream.baseUrl, apiKey: 'a-key' });
  const context = { signal: new AbortController().signal };
  const answers = await checker.checkMany(numbers, context).finally(() => upstream.close());
  return answers;
}

function withErrors(errors: readonly DocumentedError[]): Codes[] {
  return errors.map(([id, permanent, name]) => ({ status: NOT_DELIVERED, error: { id, permanent, name } }));
}

/** A reason holds 60 characters. */
function answers(errors: readonly DocumentedError[], status: string, finding: string): object[] {
  return errors.map(([, , name]) => ({
    status,
    source: 'infobip',
    reason: `${finding}: ${name}`.slice(0, 60),
  }));
}

describe("Infobip's error codes", () => {
  it('are dead where the reference says that there is no subscriber, and nowhere else', async () => {
    expect(await outcomes(withErrors(DEAD))).toEqual(answers(DEAD, 'dead', 'line_dead'));
  });

  it('are inactive where the line exists and is absent, suspended or refused', async () => {
    expect(await outcomes(withErrors(INACTIVE))).toEqual(answers(INACTIVE, 'inactive', 'line_absent'));
  });

  it('are a failed check where the network was not asked', async () => {
    expect(await outcomes(withErrors(FAILED))).toEqual(FAILED.map(() => 'check_failed'));
  });

  it('are unknown for the rest, permanent or not', async () => {
    expect(UNKNOWN.filter(([, permanent]) => permanent).length).toBeGreaterThan(40);
    expect(await outcomes(withErrors(UNKNOWN))).toEqual(answers(UNKNOWN, 'unknown', 'line_unclear'));
  });

  it('are unknown if they are new, whatever their id', async () => {
    const errors: DocumentedError[] = [
      [1, true, 'EC_SOMETHING_NEW'],
      [999_999, true, 'EC_UNKNOWN_SUBSCRIBER_SM'],
    ];
    expect(await outcomes(withErrors(errors))).toEqual(answers(errors, 'unknown', 'line_unclear'));
  });

  it('decide in every group of ended look-ups', async () => {
    const groups = ['UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED', 'PENDING', 'SOMETHING_NEW'];
    const results = groups.map((groupName) => ({
      status: { groupName, name: 'DELIVERED_TO_HANDSET' },
      error: { name: 'EC_ABSENT_SUBSCRIBER' },
    }));
    const [absent] = answers(
      INACTIVE.filter(([id]) => id === 27),
      'inactive',
      'line_absent',
    );
    expect(await outcomes(results)).toEqual([absent, absent, absent, absent, 'check_failed', 'check_failed']);
  });

  it('are never dead beside a status that calls the line live', async () => {
    const status = { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' };
    const results = DEAD.map(([id, permanent, name]) => ({ status, error: { id, permanent, name } }));
    expect(await outcomes(results)).toEqual(answers(DEAD, 'unknown', 'line_unclear'));
  });
});

describe("Infobip's statuses without an error", () => {
  it.each([
    ['NO_ERROR', NO_ERROR],
    ['null', null],
    ['nothing', undefined],
  ])('are read with %s beside them', async (_what, error) => {
    const results = STATUSES.map(([groupName, id, name]) => ({ status: { groupName, id, name }, error }));
    const expected = STATUSES.map(([, , name, outcome]) =>
      outcome === 'check_failed'
        ? outcome
        : { status: 'unknown', source: 'infobip', reason: `${outcome}: ${name}` },
    );
    expect(await outcomes(results)).toEqual(expected);
  });

  it.each(UNPAID)('say that the account has no balance: %s', async (name) => {
    const check = outcomes([{ status: { groupName: 'REJECTED', name } }]);
    await expect(check).rejects.toMatchObject({
      code: 'checker_out_of_funds',
      hint: expect.stringContaining(name),
    });
  });

  it.each(['EC_UNKNOWN_ERROR', 'EC_UNKNOWN_SUBSCRIBER', 'EC_ABSENT_SUBSCRIBER'])(
    'keep a refusal of the account or the platform from being an answer, whatever the error: %s',
    async (name) => {
      const refusals = STATUSES.filter(
        ([group, , status, outcome]) =>
          group === 'REJECTED' && outcome === 'check_failed' && !UNPAID.includes(status),
      );
      const results = refusals.map(([groupName, id, status]) => ({
        status: { groupName, id, name: status },
        error: { name },
      }));
      expect(await outcomes(results)).toEqual(refusals.map(() => 'check_failed'));
    },
  );

  it('leave the word to an error that has a cause where they have none', async () => {
    const status = { groupName: 'UNDELIVERABLE', id: 31, name: 'UNDELIVERABLE_NOT_SENT' };
    const results = ['EC_UNKNOWN_SUBSCRIBER', 'EC_UNKNOWN_ERROR'].map((name) => ({
      status,
      error: { name },
    }));
    expect(await outcomes(results)).toEqual([expect.objectContaining({ status: 'dead' }), 'check_failed']);
  });
});
