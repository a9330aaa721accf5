import { type ConsentDate, type E164, isBulkNumberChecker } from '@dialproof/core';
import { type FakeUpstream, startFakeUpstream, type UpstreamReply } from '@dialproof/testkit/upstreams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../upstream/upstream-subjects.fixture.js';
import { exampleAt, exampleUpstream } from './described-examples.fixture.js';
import { describedChecker } from './index.js';

// Numbers that are spelt out in E.164 need no reader.
const [LIVE, OFF, GONE, OTHER] = [
  '+41791234501',
  '+41791234502',
  '+41791234503',
  '+41791234504',
] as E164[] as [E164, E164, E164, E164];
const KEY = 'a key & more';
const context = { signal: new AbortController().signal };

let upstream: FakeUpstream;
beforeEach(async () => {
  const lines = new Map([
    [LIVE, 'live'],
    [OFF, 'off'],
    [GONE, 'gone'],
  ]);
  upstream = await startFakeUpstream(exampleUpstream(KEY, lines));
});
afterEach(() => upstream.close());

const create = (description: unknown) => describedChecker(description, { secrets: { key: KEY } });
const checkOne = (description: unknown, number: E164) =>
  ask(create(description), [number]).then(([one]) => one);
const answering = (reply: Partial<UpstreamReply>) => {
  upstream.fault = () => ({ kind: 'reply', reply: { status: 200, body: {}, ...reply } });
};

/** A single request with these rules, to which the upstream gives this answer. */
const described = (answer: object, others: object = {}) => ({
  name: 'told',
  request: { url: `${upstream.baseUrl}/lines/{digits}`, headers: { 'x-api-key': '{secret.key}' } },
  answer,
  ...others,
});
const STATE = [{ path: 'state', values: { up: 'line_live' } }];

describe('the examples of the document', () => {
  it.each([
    [LIVE, 'unknown', 'line_live: found active'],
    [OFF, 'inactive', 'line_absent: found off'],
    [GONE, 'dead', 'line_dead: found unassigned'],
  ] as const)('GET reads %s', async (number, status, reason) => {
    const checkedAt = new Date('2026-03-01T10:00:00Z');
    const answer = await checkOne(exampleAt('example-lines', upstream.baseUrl), number);
    expect(answer).toEqual({ status, reason, source: 'example-lines', checkedAt });
    expect(upstream.requests).toMatchObject([{ method: 'GET', path: `/lines/${number.slice(1)}`, body: '' }]);
    expect(upstream.requests[0]?.headers['x-api-key']).toBe(KEY);
  });

  it('GET reads an HTTP status that is an answer', async () => {
    const description = exampleAt('example-lines', upstream.baseUrl);
    await expect(checkOne(description, OTHER)).rejects.toHaveProperty('name', 'UpstreamFailure');
    const refusals = [{ httpStatus: [404], means: 'line_dead' }];
    const answer = await checkOne({ ...description, refusals }, OTHER);
    expect(answer).toEqual({ status: 'dead', reason: 'line_dead: HTTP 404', source: 'example-lines' });
  });

  it.each([
    [LIVE, '2024-05-01', 'yes'],
    [LIVE, '2025-05-01', 'no'],
    [OTHER, '2024-05-01', 'unknown'],
  ])('POST asks since when %s has its owner: %s is %s', async (number, date, is) => {
    const checker = create(exampleAt('example-recycling', upstream.baseUrl));
    expect(checker.tellsReassigned).toBe(true);
    const since = date as ConsentDate;
    const consentDates = new Map([[number, since]]);
    if (isBulkNumberChecker(checker)) throw new Error('bulk');
    const answer = await checker.check(number, { ...context, consentDates });
    expect(answer).toMatchObject({ status: 'unknown', reassigned: { since, is } });
    expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({
      phoneNumber: number,
      specifiedDate: date,
    });
  });

  it('POST asks nothing about a number without a date, and takes another value for unknown', async () => {
    const description = exampleAt('example-recycling', upstream.baseUrl);
    expect(await checkOne(description, LIVE)).toEqual({
      status: 'unknown',
      source: 'example-recycling',
      reason: 'line_unclear: no date of consent',
    });
    expect(upstream.requests).toEqual([]);
    answering({ body: { phoneNumberRecycled: false, other: 'perhaps' } });
    const rules = { ...Object(description['answer']), reassigned: { path: 'other', values: {} } };
    const checker = create({ ...description, answer: rules });
    if (isBulkNumberChecker(checker)) throw new Error('bulk');
    const consentDates = new Map([[LIVE, '2024-05-01' as ConsentDate]]);
    const answer = await checker.check(LIVE, { ...context, consentDates });
    expect(answer).toMatchObject({ reassigned: { is: 'unknown' } });
  });

  it('POST sends the digits as a number and reads booleans', async () => {
    const description = exampleAt('example-app', upstream.baseUrl);
    expect(await checkOne(description, LIVE)).toEqual({
      status: 'wa_registered',
      reason: 'exists true',
      source: 'example-app',
    });
    expect(await checkOne(description, GONE)).toMatchObject({ status: 'dead' });
    await expect(checkOne(description, OFF)).rejects.toHaveProperty('name', 'UpstreamFailure');
    expect(upstream.requests[0]?.body).toBe('{"phoneNumber":41791234501}');
  });

  it('POST reads refusals within a success', async () => {
    const description = exampleAt('example-app', upstream.baseUrl);
    answering({ body: { error: 'LIMIT', wait: 30 } });
    const limited = { code: 'checker_unavailable', retryAfterMs: 30_000 };
    await expect(checkOne(description, LIVE)).rejects.toMatchObject(limited);
    answering({ body: { error: 'NO_FUNDS' } });
    await expect(checkOne(description, LIVE)).rejects.toHaveProperty('code', 'checker_out_of_funds');
  });

  it('an array is matched by its numbers', async () => {
    const checker = create(exampleAt('example-bulk', upstream.baseUrl));
    const source = 'example-bulk';
    expect(await ask(checker, [GONE, LIVE, OFF, GONE, OTHER])).toEqual([
      { status: 'dead', reason: 'line_dead: EC_UNKNOWN_SUBSCRIBER', source },
      { status: 'unknown', reason: 'line_live', source },
      { status: 'inactive', reason: 'line_absent: EC_ABSENT_SUBSCRIBER', source },
      { status: 'dead', reason: 'line_dead: EC_UNKNOWN_SUBSCRIBER', source },
      'check_failed',
    ]);
    const [first] = JSON.parse(upstream.requests[0]?.body ?? '').phones;
    expect(first).toEqual({ id: GONE.slice(1), phone: GONE });
    expect(isBulkNumberChecker(checker) && checker.maxNumbers).toBe(500);
  });

  it('an object is matched by its names', async () => {
    const answers = await ask(create(exampleAt('example-map', upstream.baseUrl)), [GONE, LIVE, OFF, OTHER]);
    expect(answers).toMatchObject([
      { status: 'dead', reason: 'line_dead: gone' },
      { status: 'unknown', reason: 'line_live: 1' },
      { status: 'inactive', reason: 'line_absent: 0' },
      'check_failed',
    ]);
    expect(upstream.requests[0]?.query.get('key')).toBe(KEY);
  });
});

describe('describedChecker', () => {
  it('takes an unlisted value for a failed check, and names its path', async () => {
    const status = [...STATE, { path: 'lines.0', values: { up: 'line_live' } }];
    answering({ body: { state: 'sideways' } });
    await expect(checkOne(described({ status: STATE }), LIVE)).rejects.toThrow(
      'told answered with a value at state that the description does not list',
    );
    await expect(checkOne(described({ status }), LIVE)).rejects.toThrow(
      'told answered with a value at state that the description does not list, and none at lines.0',
    );
  });

  it('names the paths without a value, however they are written', async () => {
    answering({ body: { state: {} } });
    const status = [
      { path: ['a.b', 0], values: { up: 'line_live' } },
      { path: 'state', values: { up: 'line_live' } },
      { path: '', values: { up: 'line_live' } },
    ];
    await expect(checkOne(described({ status }), LIVE)).rejects.toThrow(
      /^told answered with no value at \["a\.b",0\], state or the top of the answer$/,
    );
  });

  it('distinguishes a value that the description lists as failed from an unlisted one', async () => {
    answering({ body: { state: false } });
    const status = [...STATE, { path: 'state', values: { false: 'failed' } }];
    await expect(checkOne(described({ status }), LIVE)).rejects.toThrow(
      /^told answered with "false" at state, which the description lists as failed$/,
    );
    const missing = [{ path: 'there', values: { up: 'line_live' }, missing: 'failed' }];
    await expect(checkOne(described({ status: missing }), LIVE)).rejects.toThrow(
      /^told answered with no value at there, which the description lists as failed$/,
    );
    answering({ status: 404 });
    const refusals = [{ httpStatus: [404], means: 'failed' }];
    await expect(checkOne(described({ status: STATE }, { refusals }), LIVE)).rejects.toThrow(
      /^told has not answered \(HTTP 404\)$/,
    );
  });

  describe('of a bulk answer with values that are no answers', () => {
    const checker = (problems: string[]) =>
      describedChecker(
        {
          name: 'told',
          request: { url: `${upstream.baseUrl}/bulk?numbers={digits_list}` },
          bulk: { maxNumbers: 10, entries: 'lines' },
          answer: { status: [{ path: 'state', values: { up: 'line_live', busy: 'failed' } }] },
        },
        {
          onFailedEntry(problem) {
            problems.push(problem);
            throw new Error('a defect of the host');
          },
        },
      );
    const linesOf = (...states: string[]) =>
      Object.fromEntries(
        [LIVE, OFF, GONE].map((number, index) => [number.slice(1), { state: states[index] }]),
      );

    it('reports the problem of some of them once', async () => {
      const problems: string[] = [];
      const asked = checker(problems);
      answering({ body: { lines: linesOf('up', 'busy', 'sideways') } });
      for (let call = 0; call < 2; call += 1)
        expect(await ask(asked, [LIVE, OFF, GONE])).toMatchObject([
          { status: 'unknown' },
          'check_failed',
          'check_failed',
        ]);
      expect(problems).toEqual([
        'answered with "busy" at state, which the description lists as failed',
        'answered with a value at state that the description does not list',
      ]);
    });

    it('rejects with the problem of all of them', async () => {
      const problems: string[] = [];
      answering({ body: { lines: linesOf('sideways', 'sideways', 'sideways') } });
      await expect(ask(checker(problems), [LIVE, OFF, GONE])).rejects.toThrow(
        /^told answered with a value at state that the description does not list$/,
      );
      expect(problems).toEqual([]);
    });
  });

  it('quotes neither a number nor a secret of an answer', async () => {
    answering({ body: { state: `${KEY} ${LIVE}` } });
    await expect(checkOne(described({ status: STATE }), LIVE)).rejects.not.toThrow(/4179|key/);
  });

  it('reads a missing value by its rule', async () => {
    answering({ body: { error: null } });
    const status = [
      { path: 'state', missing: 'line_unclear' },
      { path: 'error', values: { null: 'dead' } },
    ];
    expect(await checkOne(described({ status }), LIVE)).toEqual({
      status: 'unknown',
      reason: 'line_unclear',
      source: 'told',
    });
    expect(await checkOne(described({ status: status.slice(1) }), LIVE)).toMatchObject({ status: 'dead' });
  });

  it('reads own members alone', async () => {
    answering({ body: { state: 'toString' } });
    await expect(checkOne(described({ status: STATE }), LIVE)).rejects.toThrow('does not list');
    answering({ body: [] });
    const status = [{ path: 'constructor.name', values: { Array: 'dead' } }];
    await expect(checkOne(described({ status }), LIVE)).rejects.toThrow('no value at constructor.name');
  });

  it.each([
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    ['2023-11-14T22:13:20Z', '2023-11-14T22:13:20.000Z'],
    ['yesterday', undefined],
    [99_999_999_999_999, undefined],
    [null, undefined],
  ])('reads the time %o as %s', async (at, expected) => {
    answering({ body: { state: 'up', at } });
    const answer = await checkOne(described({ status: STATE, checkedAt: 'at' }), LIVE);
    expect((answer as { checkedAt?: Date }).checkedAt?.toISOString()).toBe(expected);
  });

  it.each([
    [100, 'line_live'],
    [70, 'line_live'],
    [69.5, 'line_unclear'],
    [30, 'line_absent'],
    [0, 'line_absent'],
  ])('reads the number %s by its range', async (score, finding) => {
    answering({ body: { score } });
    const ranges = [
      { from: 70, means: 'line_live' },
      { to: 30, means: 'line_absent' },
      { from: 30, to: 70, means: 'line_unclear' },
    ];
    const answer = await checkOne(described({ status: [{ path: 'score', ranges }] }), LIVE);
    expect(answer).toMatchObject({ reason: `${finding}: ${score}` });
  });

  it.each(['57', true, [57]])('takes %o, which is no number, for a failed check', async (score) => {
    answering({ body: { score } });
    const rule = { path: 'score', ranges: [{ from: 0, means: 'line_live' }] };
    await expect(checkOne(described({ status: [rule] }), LIVE)).rejects.toHaveProperty(
      'name',
      'UpstreamFailure',
    );
  });

  it('asks by national numbers, and about no others', async () => {
    const request = { url: `${upstream.baseUrl}/lines/{national}` };
    const others = { covers: { callingCodes: ['1', '41'] }, request };
    answering({ body: { state: 'up' } });
    const description = described({ status: STATE }, others);
    const uncovered = '+442071838750' as E164;
    expect(await checkOne(description, uncovered)).toMatchObject({ reason: 'line_unclear: not covered' });
    expect(upstream.requests).toHaveLength(0);
    expect(await checkOne(description, LIVE)).toMatchObject({ reason: 'line_live: up' });
    expect(upstream.requests).toMatchObject([{ path: '/lines/791234501' }]);
  });

  it('leaves numbers that are not covered out of a bulk call', async () => {
    const example = exampleAt('example-bulk', upstream.baseUrl);
    const uncovered = '+442071838750' as E164;
    const answers = await ask(create({ ...example, covers: { callingCodes: ['41'] } }), [uncovered, LIVE]);
    expect(answers).toMatchObject([{ reason: 'line_unclear: not covered' }, { status: 'unknown' }]);
    const phones = JSON.parse(upstream.requests[0]?.body ?? '').phones;
    expect(phones).toEqual([{ id: LIVE.slice(1), phone: LIVE }]);
  });

  it('reads a refusal that is an answer about the number', async () => {
    const rule = { httpStatus: [404], path: 'code', values: ['NO_LINE'], means: 'line_unclear' };
    const description = described({ status: STATE }, { refusals: [rule] });
    answering({ status: 404, body: { code: 'NO_LINE' } });
    const answer = { status: 'unknown', reason: 'line_unclear: NO_LINE', source: 'told' };
    expect(await checkOne(description, LIVE)).toEqual(answer);
    answering({ status: 404, body: { code: 'NO_PAGE' } });
    await expect(checkOne(description, LIVE)).rejects.toHaveProperty('name', 'UpstreamFailure');
  });

  it('keeps a reason within its limits', async () => {
    answering({ body: { state: 'up', why: `b\u00e9cause\n${'x'.repeat(99)}` } });
    const answer = await checkOne(described({ status: STATE, reason: 'why' }), LIVE);
    expect((answer as { reason: string }).reason).toMatch(/^line_live: b cause x{20,}$/);
  });

  it('sends forms, lists and headers of its own', async () => {
    const description = {
      name: 'form',
      request: {
        method: 'POST',
        url: `${upstream.baseUrl}/form`,
        headers: { Authorization: 'Bearer {secret.key}', 'X-Count': '2' },
        form: { phones: '{numbers}', all: 'yes' },
      },
      bulk: { maxNumbers: 2, entries: '', number: 'n' },
      answer: { status: STATE },
    };
    await ask(create(description), [LIVE, OFF]).catch(() => {});
    const [request] = upstream.requests;
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      phones: `${LIVE},${OFF}`,
      all: 'yes',
    });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-count': '2',
    });
  });

  it('asks for its secrets before each call', async () => {
    const keys = [KEY, 'another'];
    const checker = describedChecker(exampleAt('example-lines', upstream.baseUrl), {
      secrets: { key: () => keys.shift() ?? '' },
    });
    await ask(checker, [LIVE]);
    await expect(ask(checker, [LIVE])).rejects.toHaveProperty('code', 'checker_unauthorized');
  });
});
