import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { json, type SentRequest, scriptedClient, unreachable } from '../fixtures/scripted-fetch.fixture.js';
import type { ByteStream, UploadFile, UploadProgress } from './upload-file.js';

const SUBMITTED = () => json(202, { task_id: 'one', total: 2, status: 'queued' });
const CONTENT = 'phone\n+14155550100\n';

/** The form that a server would read. */
function formOf({ body, headers }: SentRequest): Promise<FormData> {
  return new Response(body, { headers }).formData();
}

async function* pieces() {
  yield new TextEncoder().encode(CONTENT.slice(0, 5));
  yield new TextEncoder().encode(CONTENT.slice(5));
}

const FILES: readonly [string, UploadFile][] = [
  ['a text', { name: 'people.csv', content: CONTENT }],
  ['bytes', { name: 'people.csv', content: new TextEncoder().encode(CONTENT) }],
  ['a Blob', { name: 'people.csv', content: new Blob([CONTENT]) }],
  ['a File', new File([CONTENT], 'people.csv')],
  ['a function that opens pieces', { name: 'people.csv', content: pieces }],
  ['a function that opens a stream', { name: 'people.csv', content: () => new Blob([CONTENT]).stream() }],
];

/** A client whose uploads are read as a server reads them. */
function readingClient(forms: FormData[]) {
  const read = async (request: SentRequest): Promise<Response> => {
    forms.push(await formOf(request));
    return SUBMITTED();
  };
  return scriptedClient([read]).client;
}

describe.each(FILES)('an upload of %s', (_what, file) => {
  it.each([
    ['', undefined],
    [', with progress', () => {}],
  ])('is a form with its settings before the file%s', async (_how, onProgress) => {
    const forms: FormData[] = [];
    const settings = { default_country: 'DE', header_row: 2, encoding: undefined };
    await readingClient(forms).submit(file, settings, { onProgress });
    const form = forms[0] ?? new FormData();
    expect([...form.keys()]).toEqual(['default_country', 'header_row', 'file']);
    expect(form.get('header_row')).toBe('2');
    const uploaded = form.get('file') as File;
    expect([uploaded.name, await uploaded.text()]).toEqual(['people.csv', CONTENT]);
  });
});

describe('an upload that the server has kept', () => {
  const FILE = { name: 'people.csv', content: CONTENT };
  const NAMED = { upload_id: 'kept', header_row: 2 };
  const gone = () => json(422, { detail: 'upload_not_found' });

  it('is named in place of the file', async () => {
    const forms: FormData[] = [];
    await readingClient(forms).submit(FILE, NAMED);
    expect(forms.map((form) => [...form])).toEqual([
      [
        ['upload_id', 'kept'],
        ['header_row', '2'],
      ],
    ]);
  });

  it('is sent if the server has it no more', async () => {
    const { client, sent } = scriptedClient([gone(), SUBMITTED()]);
    await client.submit(FILE, NAMED);
    const forms = await Promise.all(sent.map(formOf));
    expect(forms.map((form) => [...form.keys()])).toEqual([
      ['upload_id', 'header_row'],
      ['header_row', 'file'],
    ]);
  });

  it('is sent under the same key if it may have become a task', async () => {
    const { client, sent } = scriptedClient([unreachable(), gone(), SUBMITTED()]);
    await client.submit(FILE, NAMED);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('is not sent after any other refusal', async () => {
    const { client, sent } = scriptedClient([json(422, { detail: 'max_credits_exceeded' })]);
    await expect(client.submit(FILE, NAMED)).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    expect(sent).toHaveLength(1);
  });
});

describe('an upload', () => {
  it('reports its progress', async () => {
    const seen: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress) => seen.push(progress);
    await readingClient([]).submit({ name: 'people.csv', content: pieces, size: 19 }, {}, { onProgress });
    expect(seen).toEqual([
      { sentBytes: 0, totalBytes: 19 },
      { sentBytes: 5, totalBytes: 19 },
      { sentBytes: 19, totalBytes: 19 },
    ]);
  });

  it('fails with the error of its content, whatever the server answers, and is not repeated', async () => {
    const content = async function* () {
      yield new TextEncoder().encode('phone\n');
      throw new Error('the disk was taken away');
    };
    const { client, sent } = scriptedClient([
      async ({ body }) => {
        await new Response(body).text().catch(() => {});
        return json(400, { detail: 'upload_interrupted' });
      },
      SUBMITTED(),
    ]);
    await expect(client.submit({ name: 'people.csv', content })).rejects.toThrow('the disk was taken away');
    expect(sent).toHaveLength(1);
  });

  it('fails with the reason of its signal, even if its content fails because of it', async () => {
    const leaving = new AbortController();
    const content = async function* () {
      yield new TextEncoder().encode('phone\n');
      leaving.abort('gone');
      throw new Error('aborted');
    };
    const { client } = scriptedClient([({ body }) => new Response(body).text().then(() => SUBMITTED())]);
    const submitted = client.submit({ name: 'people.csv', content }, {}, { signal: leaving.signal });
    await expect(submitted).rejects.toBe('gone');
  });

  it('is opened anew when it is repeated, and closed each time', async () => {
    const did: string[] = [];
    const content = async function* () {
      did.push('opened');
      try {
        yield* pieces();
      } finally {
        did.push('closed');
      }
    };
    const { client, sent } = scriptedClient([
      async ({ body }) => {
        const reader = (body as ReadableStream).getReader();
        // The head of the form, then the first piece.
        await reader.read();
        await reader.read();
        throw unreachable();
      },
      async (request) => {
        await formOf(request);
        return SUBMITTED();
      },
    ]);
    await client.submit({ name: 'people.csv', content });
    expect(did).toEqual(['opened', 'closed', 'opened', 'closed']);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it.each<[string, (onClosed: () => void) => ByteStream]>([
    ['a stream of Node', (onClosed) => new Readable({ read() {} }).on('close', onClosed)],
    ['a ReadableStream', (onClosed) => new ReadableStream({ cancel: onClosed })],
  ])('closes %s if it is unread', async (_what, open) => {
    let isClosed = false;
    const content = () =>
      open(() => {
        isClosed = true;
      });
    const { client } = scriptedClient([unreachable()], { maxRetries: 0 });
    const submitted = client.submit({ name: 'people.csv', content });
    await expect(submitted).rejects.toMatchObject({ code: 'connection_failed' });
    await expect.poll(() => isClosed).toBe(true);
  });

  it('may have any name', async () => {
    const forms: FormData[] = [];
    await readingClient(forms).submit({ name: 'a"b\r\nö.csv', content: pieces });
    expect(forms[0]?.get('file')).toMatchObject({ name: 'a"b\r\nö.csv' });
  });

  it('without a name is refused', async () => {
    const { client } = scriptedClient([]);
    await expect(client.submit({ name: '', content: '' })).rejects.toThrow(TypeError);
  });

  it('of a preview takes no key', async () => {
    const { client, sent } = scriptedClient([json(200, {})]);
    await client.preview({ name: 'people.csv', content: CONTENT });
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
    expect(sent[0]?.url.pathname).toBe('/phones/v1/verify/batch/preview');
  });
});
