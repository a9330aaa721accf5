import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { json, refusal, scriptedClient } from '../fixtures/scripted-fetch.fixture.js';
import { downloadToFile, fileOnDisk } from './files.js';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'dialproof-client-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

const CSV = 'phone,verification_status\n+14155550100,dead\n';

function result(content: string) {
  return new Response(content, {
    headers: {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="people-verified.csv"',
      'dialproof-rows': '1',
      etag: '"a-tag"',
    },
  });
}

describe('fileOnDisk', () => {
  it('is read while it is sent', async () => {
    const path = join(await folder(), 'people.csv');
    await writeFile(path, 'phone\n+14155550100\n');
    const file = await fileOnDisk(path);
    expect([file.name, file.size]).toEqual(['people.csv', 19]);
    let text = '';
    const { client } = scriptedClient([
      async ({ body, headers }) => {
        const form = await new Response(body, { headers }).formData();
        text = await (form.get('file') as File).text();
        return json(202, { task_id: 'one', total: 1, status: 'queued' });
      },
    ]);
    await client.submit(file);
    expect(text).toBe('phone\n+14155550100\n');
  });

  it('that does not exist rejects with the error of Node', async () => {
    await expect(fileOnDisk('/none/people.csv')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('fileOnDisk, of a file that is gone when it is sent,', () => {
  it('has the upload fail with the error of Node', async () => {
    const path = join(await folder(), 'people.csv');
    await writeFile(path, 'phone\n');
    const file = await fileOnDisk(path);
    await rm(path);
    const { client, sent } = scriptedClient([]);
    await expect(client.submit(file)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(sent).toEqual([]);
  });
});

describe('fileOnDisk, of a folder,', () => {
  it('has the upload fail with the error of Node, once', async () => {
    const { client, sent } = scriptedClient([
      ({ body }) => new Response(body).text().then(() => json(202, {})),
      json(202, {}),
    ]);
    await expect(client.submit(await fileOnDisk(await folder()))).rejects.toMatchObject({ code: 'EISDIR' });
    expect(sent).toHaveLength(1);
  });
});

describe('downloadToFile', () => {
  it('writes the whole result', async () => {
    const path = join(await folder(), 'result.csv');
    const { client, sent } = scriptedClient([result(CSV)]);
    const written = await downloadToFile(client.task('one'), path, { query: { partial: true } });
    expect(written).toEqual({ path, bytes: CSV.length, rows: 1, fileName: 'people-verified.csv' });
    expect(await readFile(path, 'utf8')).toBe(CSV);
    expect(sent[0]?.url.search).toBe('?partial=true');
  });

  it('begins again when the result arrives damaged', async () => {
    const path = join(await folder(), 'result.csv');
    const { client } = scriptedClient([result(CSV.slice(0, 30)), result(CSV)]);
    await downloadToFile(client.task('one'), path);
    expect(await readFile(path, 'utf8')).toBe(CSV);
  });

  it('leaves only the existing file when it fails', async () => {
    const parent = await folder();
    const path = join(parent, 'result.csv');
    await writeFile(path, 'before');
    const { client } = scriptedClient([1, 2, 3].map(() => result('phone\n')));
    const damaged = downloadToFile(client.task('one'), path);
    await expect(damaged).rejects.toMatchObject({ code: 'download_damaged' });
    const { client: early } = scriptedClient([refusal(409, 'task_not_done')]);
    await expect(downloadToFile(early.task('one'), path)).rejects.toMatchObject({ code: 'task_not_done' });
    expect([await readdir(parent), await readFile(path, 'utf8')]).toEqual([['result.csv'], 'before']);
  });
});
