import { describe, expect, it } from 'vitest';
import { exampleAt } from './described-examples.fixture.js';
import { describedChecker } from './index.js';

type Fields = { [field: string]: unknown };

/** The example with one field changed; undefined takes it away. */
function changed(name: string, path: readonly (string | number)[], value: unknown): Fields {
  const description = exampleAt(name, 'https://api.example.com');
  const last = path.at(-1) ?? '';
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((member, step) => Reflect.get(Object(member), step), description);
  if (value === undefined) Reflect.deleteProperty(Object(holder), last);
  else Reflect.set(Object(holder), last, value);
  return description;
}

const [GET, POST, BULK, MAP] = ['example-lines', 'example-app', 'example-bulk', 'example-map'] as const;
const secrets = { key: 'a-key' };
const TOKEN = { oauth: { url: 'https://a.example' } };
const SIGNED = { jwt: { privateKey: '{secret.key}' } };
const POLL = { url: 'https://a.example/{id}', id: 'id', pending: { path: 'state', values: ['sent'] } };

describe('a description', () => {
  it.each<[string, string, readonly (string | number)[], unknown, string]>([
    ['no name', GET, ['name'], undefined, '→ at name'],
    ['a name with a space', GET, ['name'], 'My API', '→ at name'],
    ['a field that does not exist', GET, ['answers'], {}, '"answers"'],
    ['another field that does not exist', GET, ['request', 'uri'], '', '→ at request'],
    [
      'an address in the open',
      GET,
      ['request', 'url'],
      'http://api.example.com/{digits}',
      '→ at request.url',
    ],
    [
      'a host that is a placeholder',
      GET,
      ['request', 'url'],
      'https://{digits}.example.com',
      '→ at request.url',
    ],
    [
      'a password in the address',
      GET,
      ['request', 'url'],
      'https://a:b@example.com/{digits}',
      '→ at request.url',
    ],
    ['no address', GET, ['request', 'url'], '/lines/{digits}', '→ at request.url'],
    ['no number', GET, ['request', 'url'], 'https://api.example.com/', 'no placeholder for the number'],
    [
      'a placeholder for nothing',
      GET,
      ['request', 'url'],
      'https://a.example/{msisdn}',
      '{msisdn} stands for nothing',
    ],
    [
      'many numbers in a single request',
      GET,
      ['request', 'url'],
      'https://a.example/{numbers}',
      'many numbers',
    ],
    ['a header with a line break', GET, ['request', 'headers', 'x-api-key'], 'a\nb', '→ at request.headers'],
    ['a header of the connection', GET, ['request', 'headers', 'Host'], 'elsewhere', 'not for a description'],
    ['a body of a GET', GET, ['request', 'json'], {}, 'GET has none'],
    ['two bodies', POST, ['request', 'form'], {}, 'both json and form'],
    [
      'an integer within a text',
      POST,
      ['request', 'json', 'phoneNumber'],
      'no. {integer}',
      '{integer} stands alone',
    ],
    ['a method that has no answer', POST, ['request', 'method'], 'HEAD', '→ at request.method'],
    ['one number in a bulk request', BULK, ['request', 'json', 'phones'], '{number}', 'goes below {each}'],
    ['calls without numbers', BULK, ['bulk', 'maxNumbers'], 0, '→ at bulk.maxNumbers'],
    ['a number of the whole bulk answer', MAP, ['answer', 'number'], 'n', '→ at answer.number'],
    ['no rule', GET, ['answer', 'status'], [], '→ at answer.status'],
    [
      'a rule without values',
      GET,
      ['answer', 'status', 0, 'values'],
      undefined,
      'neither values nor ranges nor missing',
    ],
    ['an outcome of its own', GET, ['answer', 'status', 0, 'values', 'active'], 'alive', 'values.active'],
    [
      'a no that may be a throttle',
      POST,
      ['answer', 'status', 1, 'values', 'false'],
      'inactive',
      'noIsCertain',
    ],
    ['another such no', GET, ['answer', 'status', 0, 'missing'], 'inactive', 'answer.status[0].missing'],
    [
      'a range without ends',
      GET,
      ['answer', 'status', 0, 'ranges'],
      [{ means: 'dead' }],
      'neither from nor to',
    ],
    [
      'a range from above',
      GET,
      ['answer', 'status', 0, 'ranges'],
      [{ from: 2, to: 1, means: 'dead' }],
      'above its to',
    ],
    [
      'a no of a range',
      GET,
      ['answer', 'status', 0, 'ranges'],
      [{ to: 30, means: 'inactive' }],
      'answer.status[0].ranges[0].means',
    ],
    [
      'a national number without calling codes',
      GET,
      ['request', 'url'],
      'https://a.example/{national}',
      '{national} needs covers.callingCodes',
    ],
    ['a calling code with a plus', GET, ['covers'], { callingCodes: ['+1'] }, 'covers.callingCodes[0]'],
    ['a refusal for nothing', POST, ['refusals', 0], { means: 'failed' }, 'neither httpStatus nor path'],
    ['a refusal without values', POST, ['refusals', 0], { path: 'a', means: 'failed' }, 'path and values'],
    [
      'an answer among the refusals of many numbers',
      BULK,
      ['refusals'],
      [{ httpStatus: [404], means: 'line_dead' }],
      'refusals[0].means',
    ],
    ['a no among the refusals', POST, ['refusals', 0, 'means'], 'inactive', 'noIsCertain'],
    ['a token without a request for it', GET, ['token'], {}, 'either oauth or jwt'],
    ['two tokens', GET, ['token'], { oauth: TOKEN.oauth, jwt: SIGNED.jwt }, 'either oauth or jwt'],
    ['a token that is not used', GET, ['token'], TOKEN, 'request has no {token}'],
    ['a use of no token', GET, ['request', 'headers', 'a'], '{token}', '{token} stands for nothing'],
    [
      'a token of an address in the open',
      GET,
      ['token'],
      { oauth: { url: 'http://a.example' } },
      '→ at token.oauth.url',
    ],
    [
      'a number in a request for a token',
      GET,
      ['token'],
      { oauth: { url: 'https://a.example', form: { a: '{digits}' } } },
      '{digits} stands for nothing',
    ],
    [
      'a key that is written down',
      GET,
      ['token'],
      { jwt: { privateKey: '-----BEGIN' } },
      '→ at token.jwt.privateKey',
    ],
    [
      'a date of consent without its answer',
      GET,
      ['request', 'headers', 'a'],
      '{consent_date}',
      'answer.reassigned',
    ],
    [
      'what happened since no date',
      GET,
      ['answer', 'reassigned'],
      { path: 'a', values: { b: 'yes' } },
      'needs {consent_date}',
    ],
    [
      'an owner who is neither',
      GET,
      ['answer', 'reassigned'],
      { path: 'a', values: { b: 'perhaps' } },
      'answer.reassigned.values.b',
    ],
    [
      'what happened to many numbers since',
      BULK,
      ['answer', 'reassigned'],
      { path: 'a', values: { b: 'yes' } },
      'answered at once',
    ],
    ['a date of many numbers', BULK, ['request', 'headers', 'a'], '{consent_date}', 'stands for nothing'],
    ['a poll without an id', GET, ['poll'], { ...POLL, url: 'https://a.example' }, 'has no {id}'],
    ['a poll of many numbers', BULK, ['poll'], POLL, 'is for requests about one number'],
    [
      'a poll of another host by number',
      GET,
      ['poll'],
      { ...POLL, url: 'https://{id}.example' },
      '→ at poll.url',
    ],
    ['a poll without a pause', GET, ['poll'], { ...POLL, everySeconds: 0 }, '→ at poll.everySeconds'],
    ['a refusal that means nothing', POST, ['refusals', 0, 'means'], 'tired', 'refusals[0].means'],
  ])('is refused with %s', (_what, name, path, value, message) => {
    expect(() => describedChecker(changed(name, path, value), { secrets })).toThrow(message);
  });

  it.each([undefined, null, 'GET https://api.example.com/{digits}', []])(
    'is refused as %o',
    (description) => {
      expect(() => describedChecker(description)).toThrow(TypeError);
    },
  );

  it.each<[string, string, readonly (string | number)[], unknown]>([
    ['an unknown field', 'Unrecognized key', ['answers'], {}],
    ['an unknown field of the request', 'Unrecognized key', ['request', 'uri'], ''],
    ['a type', '→ at request.headers', ['request', 'headers'], 'x-api-key'],
    ['a method', '→ at request.method', ['request', 'method'], 'HEAD'],
  ])('is refused with every problem: %s hides none', (_what, message, path, value) => {
    const given = changed(POST, path, value);
    const host = 'https://{digits}.example.com/';
    const request = { ...Object(given['request']), url: host, json: { a: '{msisdn}' }, form: { b: '1' } };
    const answer = { ...Object(given['answer']), status: [{ path: 'a', missing: 'inactive' }] };
    const create = () => describedChecker({ ...given, request, answer }, { secrets });
    expect(create).toThrow(message);
    expect(create).toThrow('has a placeholder in its host');
    expect(create).toThrow('{msisdn} stands for nothing');
    expect(create).toThrow('has both json and form');
    expect(create).toThrow(/noIsCertain.*\n.*→ at answer\.status\[0\]\.missing/);
  });

  it('is refused for an address in the open and for a wrong type at once', () => {
    const given = changed(GET, ['request', 'url'], 'http://api.example.com/{digits}');
    expect(() => describedChecker({ ...given, name: 7 }, { secrets })).toThrow(
      /→ at name.*must begin with https:.*→ at request\.url/s,
    );
  });

  it('may state that a no is certain', () => {
    const description = { ...changed(POST, ['answer', 'status', 1, 'values', 'false'], 'app_absent') };
    expect(() => describedChecker({ ...description, noIsCertain: true }, { secrets })).not.toThrow();
  });

  it('needs the secrets that it names', () => {
    const description = exampleAt(GET, 'https://api.example.com');
    expect(() => describedChecker(description)).toThrow('secrets.key is missing');
    expect(() => describedChecker(description, { secrets: { key: 'a\n' } })).toThrow('secrets.key must be');
  });
});
