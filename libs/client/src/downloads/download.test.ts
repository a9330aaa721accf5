import { describe, expect, it } from 'vitest';
import { type SentRequest, scriptedClient } from '../fixtures/scripted-fetch.fixture.js';

const CSV = 'name,phone,verification_status\n"Ada\n""A"" L.",+14155550100,dead\nBob,,unknown\n';

function result(content: string, headers: Record<string, string> = {}) {
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="people-verified.csv"; filename*=UTF-8''pe%C3%B6ple-verified.csv`,
      'dialproof-rows': '2',
      etag: '"a-tag"',
      ...headers,
    },
  });
}

async function downloaded(response: Response) {
  const { client, sent } = scriptedClient([response]);
  const download = await client.download('one', { status: ['dead', 'unknown'], partial: true });
  return { download, sent: sent as readonly [SentRequest] };
}

describe('a download', () => {
  it('has its facts and its bytes', async () => {
    const { download, sent } = await downloaded(result(CSV));
    expect(download).toMatchObject({ fileName: 'peöple-verified.csv', rows: 2, etag: '"a-tag"' });
    expect(await download.text()).toBe(CSV);
    expect(sent[0].url.search).toBe('?status=dead%2Cunknown&partial=true');
  });

  it.each([
    ['fewer rows than were announced', CSV.replace('Bob,,unknown\n', '')],
    ['a row that is cut off', CSV.slice(0, -1)],
  ])('fails at its end when it has %s', async (_what, content) => {
    const { download } = await downloaded(result(content));
    await expect(download.text()).rejects.toMatchObject({ code: 'download_damaged' });
  });

  it('may have rows above its header', async () => {
    const { download } = await downloaded(result(`a note\n${CSV}`));
    expect(await download.text()).toBe(`a note\n${CSV}`);
  });

  it('fails when the transfer breaks off', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('name')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const { headers } = result('');
    const { download } = await downloaded(new Response(broken, { headers }));
    await expect(download.text()).rejects.toMatchObject({ code: 'connection_failed' });
  });

  it('fails when nothing more comes in time', async () => {
    const { client, clock } = scriptedClient([
      ({ signal }) => {
        const silent = new ReadableStream(
          {
            start(controller) {
              signal?.addEventListener('abort', () => controller.error(signal.reason));
            },
            pull: () => clock.endBounds(),
          },
          { highWaterMark: 0 },
        );
        return new Response(silent, { headers: result('').headers });
      },
    ]);
    const download = await client.download('one');
    await expect(download.text()).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('closes its connection if it is given up', async () => {
    let isCancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('row\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { download } = await downloaded(new Response(endless, { headers: result('').headers }));
    await download.cancel();
    expect(isCancelled).toBe(true);
  });

  it('is not made from an HTML page', async () => {
    const { client } = scriptedClient([new Response('<html>', { headers: { 'content-type': 'text/html' } })]);
    await expect(client.download('one')).rejects.toMatchObject({ code: 'unexpected_reply' });
  });

  it.each([
    ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
    ["attachment; filename*=UTF-8''%2E%2E%2Fa.csv", '.._a.csv'],
    ['attachment; filename=".."', '_'],
    ['attachment', 'result'],
  ])('has a name without folders: %s', async (disposition, name) => {
    const { download } = await downloaded(result(CSV, { 'content-disposition': disposition }));
    expect(download.fileName).toBe(name);
  });
});
