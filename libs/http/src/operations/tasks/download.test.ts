import { DialproofError, type ResultsRequest } from '@dialproof/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, queuedTask } from '../../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveContract } from '../../fixtures/serve-contract.fixture.js';

const asked: ResultsRequest[] = [];
let left = 0;
let served: ServedContract;
beforeEach(() => {
  asked.splice(0);
  left = 0;
});
afterAll(() => served.close());
beforeAll(async () => {
  served = await serveContract({
    async results(request) {
      asked.push(request);
      if (request.taskId === 'slow') {
        await new Promise((resolve) => request.signal?.addEventListener('abort', resolve));
      }
      if (request.taskId === 'early') throw new DialproofError('task_not_done');
      return {
        task: queuedTask({ status: 'done' }),
        version: `v-${request.format}`,
        rows: 3,
        content: content(),
      };
    },
  });
});

function content(): AsyncIterable<Uint8Array> {
  const pieces = [Buffer.from('the result')][Symbol.iterator]();
  const iterator = {
    next: async () => pieces.next(),
    async return() {
      left += 1;
      return { done: true as const, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

function download(query: string, headers: Record<string, string> = {}, task = '7f'): Promise<Response> {
  return fetch(`${served.baseUrl}/v1/verify/tasks/${task}/download${query}`, {
    headers: { ...bearer, 'accept-encoding': 'identity', ...headers },
  });
}

describe('the query of a download', () => {
  it('is not read from Accept', async () => {
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect((await download('', { accept })).headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it.each([
    ['?format=pdf', '"format" must be one of csv, xlsx, not "pdf"'],
    ['?format=', 'not ""'],
    ['?format=csv&format=csv', 'has "format" twice'],
    [
      '?status=alive',
      '"status" must be one or more, with commas, of wa_registered, telegram_registered, dead, inactive, unknown',
    ],
    ['?status=', 'not ""'],
    ['?status=dead,', 'not "dead,"'],
    ['?status=DEAD', 'not "DEAD"'],
    ['?status=dead&status=inactive', 'has "status" twice'],
    [
      '?columns=price',
      '"columns" must be one or more, with commas and none twice, of status, source, reason, checked_at, reassigned, not "price"',
    ],
    ['?columns=', 'not ""'],
    ['?columns=status,', 'not "status,"'],
    ['?columns=status,Source', 'not "status,Source"'],
    ['?columns=status,source,status', 'none twice'],
    ['?columns=status&columns=source', 'has "columns" twice'],
    ['?neutralize_formulas=yes', '"neutralize_formulas" must be true or false, not "yes"'],
    ['?neutralize_formulas=TRUE', 'not "TRUE"'],
    ['?neutralize_formulas', 'not ""'],
    ['?neutralize_formulas=true&neutralize_formulas=true', 'has "neutralize_formulas" twice'],
  ])('is refused if it is unknown: %s', async (query, hint) => {
    const reply = await download(query);
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { detail: 'malformed_request', hint: expect.stringContaining(hint) },
    ]);
    expect(asked).toEqual([]);
  });
});

describe('a download that the client already has', () => {
  it('is 304 without a body, and is not rendered', async () => {
    const reply = await download('', { 'if-none-match': 'W/"other", "v-csv"' });
    expect([reply.status, await reply.text()]).toEqual([304, '']);
    expect(reply.headers.get('etag')).toBe('"v-csv"');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(left).toBe(1);
  });

  it('is refused as usual if there is none', async () => {
    expect((await download('', { 'if-none-match': '*' }, 'early')).status).toBe(409);
  });
});

describe('a download', () => {
  it.each(['bytes=0-3', 'bytes=-3', 'bytes=900-'])(
    'is sent whole if %s of it is asked for',
    async (range) => {
      const reply = await download('', { range });
      expect([reply.status, await reply.text()]).toEqual([200, 'the result']);
      expect(reply.headers.has('content-range')).toBe(false);
    },
  );

  it('is given up with its request', async () => {
    const client = new AbortController();
    const reply = fetch(`${served.baseUrl}/v1/verify/tasks/slow/download`, {
      headers: bearer,
      signal: client.signal,
    });
    await expect.poll(() => asked.length).toBe(1);
    client.abort();
    await expect(reply).rejects.toThrow();
    await expect.poll(() => asked[0]?.signal?.aborted).toBe(true);
  });
});

it('is not compressed where the host says so: a framework that drops Content-Encoding would damage it', async () => {
  const task = queuedTask({ status: 'done' });
  const results = async () => ({ task, version: 'v', rows: 3, content: content() });
  const plain = await serveContract({ results }, { compressDownloads: false });
  const reply = await fetch(`${plain.baseUrl}/v1/verify/tasks/7f/download`, {
    headers: { ...bearer, 'accept-encoding': 'gzip' },
  });
  expect([reply.headers.get('content-encoding'), reply.headers.get('etag')]).toEqual([null, '"v"']);
  expect(await reply.text()).toBe('the result');
  await plain.close();
});
