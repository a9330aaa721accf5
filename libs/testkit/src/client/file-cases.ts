import assert from 'node:assert/strict';
import type { MountedServer } from '../http/server/mounted-server.js';
import { csv, phone } from '../http/server/sample-files.js';
import type { DefineCase } from '../runner/test-runner.js';
import { openClient, refusedWith } from './open-client.js';

const PEOPLE = csv(
  ['name', 'phone'],
  ['Ada', phone('wa_registered')],
  ['Bob', phone('dead')],
  ['Cyd', 'none'],
);
const FILE = { name: 'people.csv', content: PEOPLE };

export function fileCases(it: DefineCase<MountedServer>): void {
  it('is previewed, with its settings', async (server) => {
    const { client } = await openClient(server, { credits: 9 });
    const preview = await client.preview(FILE, { phone_column: 'name' });
    assert.deepEqual([preview.phone_column, preview.total], ['name', 3]);
    assert.deepEqual(preview.balance, { available: 9, held: 0 });
  });

  it('goes the whole way: submitted, followed, downloaded and checked', async (server) => {
    const { client } = await openClient(server);
    const task = await client.submit(FILE, { max_credits: 2 });
    assert.equal(task.total, 3);
    const states = [];
    for await (const state of task) states.push(state);
    const end = states.at(-1);
    assert.equal(end?.status, 'done');
    assert.deepEqual(end.summary, {
      wa_registered: 1,
      telegram_registered: 0,
      dead: 1,
      inactive: 0,
      unknown: 1,
    });
    const download = await task.download({
      status: ['wa_registered', 'dead'],
      columns: ['status', 'checked_at'],
    });
    assert.deepEqual([download.fileName, download.rows], ['people-verified.csv', 2]);
    const lines = (await download.text()).trim().split(/\r?\n/);
    assert.equal(lines[0], 'name,phone,verification_status,verification_checked_at');
    assert.match(lines[1] ?? '', /^Ada,\+14155550100,wa_registered,20/);
    assert.equal(lines.length, 3);
  });

  it('is downloaded as a workbook', async (server) => {
    const { client } = await openClient(server);
    const task = await client.submit(FILE);
    assert.equal((await task.waitForEnd({ transport: 'polling' })).status, 'done');
    const download = await client.download(task.id, { format: 'xlsx' });
    assert.equal(download.fileName, 'people-verified.xlsx');
    const bytes = await download.bytes();
    assert.equal(String.fromCharCode(...bytes.subarray(0, 2)), 'PK');
  });

  it('is read while it is sent, and tells how far it is', async (server) => {
    const { client } = await openClient(server);
    const pieces = [PEOPLE.slice(0, 20), PEOPLE.slice(20)].map((piece) => new TextEncoder().encode(piece));
    const seen: (number | undefined)[] = [];
    const task = await client.submit(
      {
        name: 'people.csv',
        size: PEOPLE.length,
        content: async function* () {
          yield* pieces;
        },
      },
      {},
      { onProgress: ({ sentBytes, totalBytes }) => seen.push(sentBytes, totalBytes) },
    );
    assert.deepEqual(seen, [0, PEOPLE.length, 20, PEOPLE.length, PEOPLE.length, PEOPLE.length]);
    assert.equal((await task.waitForEnd()).summary.dead, 1);
  });

  it('that is refused before it was sent is refused with the reason', async (server) => {
    const { client } = await openClient(server, { credits: 0 });
    const megabyte = new Uint8Array(1_048_576).fill(0x31);
    let isClosed = false;
    const content = async function* () {
      try {
        for (let count = 0; count < 20; count += 1) yield megabyte;
      } finally {
        isClosed = true;
      }
    };
    await refusedWith('insufficient_credits', client.submit({ name: 'people.csv', content }));
    assert.ok(isClosed);
  });

  it('that cannot be read is refused, and repeated in vain not once', async (server) => {
    let requests = 0;
    const { client } = await openClient(server, {
      fetch: (url, init) => {
        requests += 1;
        return fetch(url, init);
      },
    });
    await refusedWith('unsupported_file_type', client.submit({ name: 'people.pdf', content: PEOPLE }));
    assert.equal(requests, 1);
  });
}
