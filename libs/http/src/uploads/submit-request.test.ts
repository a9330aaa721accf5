import { byteStream, DialproofError, type SubmitRequest } from '@dialproof/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, queuedTask } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { BOUNDARY, FORM_TYPE, form, part } from '../fixtures/form.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const CSV = 'name,phone\nAnn,+14155552671\n';
const FILE = part('file', CSV, 'customers.csv');

/** The results of the uploads: the requests, and the content of those that were read to a valid end. */
const asked: SubmitRequest[] = [];
const taken: string[] = [];
let served: ServedContract;
beforeEach(() => {
  asked.splice(0);
  taken.splice(0);
});
afterAll(() => served.close());
beforeAll(async () => {
  served = await serveContract({
    async submit(request) {
      asked.push(request);
      const chunks: Uint8Array[] = [];
      try {
        for await (const chunk of byteStream(request.content)) chunks.push(chunk);
      } catch (error) {
        throw new DialproofError('upload_interrupted', { cause: error });
      }
      taken.push(Buffer.concat(chunks).toString());
      return queuedTask();
    },
  });
});

async function submit(
  body: string,
  { type = FORM_TYPE, query = '' }: { readonly type?: string; readonly query?: string } = {},
): Promise<[number, unknown]> {
  const reply = await fetch(`${served.baseUrl}/v1/verify/batch${query}`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': type },
    body,
  });
  return [reply.status, await reply.json()];
}

describe('POST /v1/verify/batch', () => {
  it('hands the file on and answers with the task', async () => {
    expect(await submit(form(FILE))).toEqual([
      202,
      { task_id: queuedTask().taskId, total: 2, status: 'queued' },
    ]);
    expect(taken).toEqual([CSV]);
    expect(asked).toMatchObject([{ accountId: 'acme', fileName: 'customers.csv' }]);
    expect(asked[0]).not.toHaveProperty('phoneColumn');
    expect(asked[0]).not.toHaveProperty('defaultCountry');
  });

  it('answers `queued` however far the task has come meanwhile', async () => {
    const fast = await serveContract({
      async submit({ content }) {
        for await (const _chunk of content);
        return queuedTask({ status: 'done', processed: 2 });
      },
    });
    const init = { method: 'POST', headers: { ...bearer, 'content-type': FORM_TYPE }, body: form(FILE) };
    expect(await (await fetch(`${fast.baseUrl}/v1/verify/batch`, init)).json()).toMatchObject({
      status: 'queued',
    });
    await fast.close();
  });

  it.each<[string, string[], string, string]>([
    ['country', [part('country', 'DE'), FILE], '', 'default_country'],
    ['defaultCountry', [FILE, part('defaultCountry', 'DE')], '', 'default_country'],
    ['area_code', [part('area_code', '30'), FILE], '', 'default_area_code'],
    ['Header-Row', [FILE], '?Header-Row=2', 'header_row'],
    ['column', [FILE], '?column=Handy', 'phone_column'],
    ['worksheet', [FILE], '?worksheet=People', 'sheet'],
  ])('refuses %s, which is nearly the name of a setting', async (name, parts, query, setting) => {
    const hint = `there is no setting "${name}", it is called "${setting}"`;
    expect(await submit(form(...parts), { query })).toEqual([400, { detail: 'malformed_request', hint }]);
    expect(taken).toEqual([]);
  });

  it('ignores such a name without a value, and names of other things', async () => {
    const fields = [part('country', ''), part('_charset_', 'utf-8'), part('constructor', 'x')];
    expect((await submit(form(...fields, FILE), { query: '?column=&utm_source=x' }))[0]).toBe(202);
  });

  it.each([
    ['before the file', (field: string) => form(field, FILE)],
    ['after the file', (field: string) => form(FILE, field)],
  ])('refuses a field without a name %s', async (_, body) => {
    const nameless = `--${BOUNDARY}\r\ncontent-disposition: form-data\r\n\r\nvalue\r\n`;
    expect(await submit(body(nameless))).toEqual([
      400,
      { detail: 'malformed_request', hint: 'a field of the form has no name' },
    ]);
  });

  it.each<[string, string, number, string, RegExp]>([
    ['an empty form', form(), 422, 'file_required', /no field named "file"/],
    ['a form without a file', form(part('note', 'x')), 422, 'file_required', /no field named "file"/],
    [
      'a file under another name',
      form(part('upload', CSV, 'a.csv')),
      422,
      'file_required',
      /it came in "upload"/,
    ],
    ['a field `file` that is text', form(part('file', CSV)), 422, 'file_required', /came as text/],
    ['a file input that was left empty', form(part('file', '', '')), 422, 'file_required', /./],
    ['a file and then its field as text', form(FILE, part('file', 'x')), 400, 'malformed_request', /twice/],
    ['the field as text and then a file', form(part('file', 'x'), FILE), 400, 'malformed_request', /twice/],
    ['a second file', form(FILE, FILE), 400, 'malformed_request', /more than one file/],
    [
      'a second file of another name',
      form(FILE, part('other', CSV, 'b.csv')),
      400,
      'malformed_request',
      /more than one file/,
    ],
    [
      'a setting after the file',
      form(FILE, part('phone_column', 'a')),
      400,
      'malformed_request',
      /before the file/,
    ],
    [
      'a setting twice',
      form(part('phone_column', 'a'), part('phone_column', 'b'), FILE),
      400,
      'malformed_request',
      /twice/,
    ],
    [
      'a long setting',
      form(part('phone_column', 'a'.repeat(5000)), FILE),
      400,
      'malformed_request',
      /too long/,
    ],
    ['a form that does not end', FILE, 400, 'malformed_request', /unexpected end/],
    [
      'a form that ends in a part header',
      `--${BOUNDARY}\r\ncontent-dispo`,
      400,
      'malformed_request',
      /unexpected end/,
    ],
    [
      'a part with a broken header',
      `--${BOUNDARY}\r\n\u0000: x\r\n\r\n${form(FILE)}`,
      400,
      'malformed_request',
      /malformed part header/,
    ],
    [
      'another boundary than announced',
      form(FILE).replaceAll(BOUNDARY, 'other'),
      400,
      'malformed_request',
      /unexpected end/,
    ],
    ['no bytes', '', 400, 'malformed_request', /unexpected end/],
    [
      'many parts',
      form(...Array(30).fill(part('a', 'b')), FILE),
      400,
      'malformed_request',
      /more than 24 parts/,
    ],
    [
      'large fields',
      form(part('a', 'x'.repeat(100_000)), FILE),
      400,
      'malformed_request',
      /65536 bytes besides/,
    ],
    [
      'a large epilogue',
      `${form(FILE)}${'x'.repeat(200_000)}`,
      400,
      'malformed_request',
      /65536 bytes besides/,
    ],
  ])('refuses %s without any effect', async (_what, body, status, detail, hint) => {
    const reply = await submit(body);
    expect(reply).toEqual([status, { detail, hint: expect.stringMatching(hint) }]);
    expect(taken).toEqual([]);
  });

  it('refuses a setting that comes twice in the query', async () => {
    const reply = await submit(form(FILE), { query: '?phone_column=a&phone_column=b' });
    expect(reply).toMatchObject([400, { detail: 'malformed_request' }]);
  });
});
