import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byteStream, type SubmitRequest } from '@dialproof/core';
import type express from 'express';
import multer from 'multer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { authenticator, authorization, serve, service, task, verify } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

const CSV = `phone\n${'+14155552671\n'.repeat(20_000)}`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dialproof-multer-'));
});
afterAll(() => rm(directory, { recursive: true }));

type Part = readonly [name: string, value: string | Blob, fileName?: string];
/** Keeps files where no other code can find them. */
const elsewhere: multer.StorageEngine = {
  _handleFile: (_request, file, done) => {
    file.stream.resume().on('end', () => done(null, { path: 'https://storage.example/1' }));
  },
  _removeFile: (_request, _file, done) => done(null),
};

const FILE: Part = ['file', new Blob([CSV]), 'клиенты.csv'];

async function submit(baseUrl: string, parts: readonly Part[], token = authorization) {
  const body = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, fileName);
  }
  const init = { method: 'POST', headers: { authorization: token }, body };
  const reply = await fetch(`${baseUrl}/v1/verify/batch`, init);
  const text = await reply.text();
  return [reply.status, text.startsWith('{') ? JSON.parse(text) : text];
}

describe.each(EXPRESS_MAJORS)('verificationRouter behind multer, on Express $major', ({ express }) => {
  /** The upload that the service got, and the address of an application with these parsers. */
  async function serveBehind(...parsers: express.RequestHandler[]) {
    const taken: object[] = [];
    const errors: unknown[] = [];
    const router = verificationRouter({
      service: {
        ...service,
        async submit({ accountId: _account, signal: _signal, content, ...rest }: SubmitRequest) {
          const chunks: Uint8Array[] = [];
          for await (const chunk of byteStream(content)) chunks.push(chunk);
          taken.push({ ...rest, text: Buffer.concat(chunks).toString() });
          return task;
        },
      },
      authenticator,
      onError: (error) => void errors.push(error),
    });
    const answerError: express.ErrorRequestHandler = (error, _request, response, _next) => {
      response.status(500).send(`the host: ${error.message}`);
    };
    return { taken, errors, baseUrl: await serve(express().use(parsers, router, answerError)) };
  }

  it.each<[string, () => multer.Multer]>([
    ['memoryStorage', () => multer()],
    ['diskStorage', () => multer({ dest: directory })],
    ['memoryStorage, and names as UTF-8', () => multer({ defParamCharset: 'utf8' })],
  ])('takes the file and the settings beside it, from %s', async (_storage, create) => {
    const upload = create();
    const parsers = [
      upload.any(),
      upload.single('file'),
      upload.array('file'),
      upload.fields([{ name: 'file' }]),
    ];
    for (const parser of parsers) {
      const { taken, baseUrl } = await serveBehind(parser);
      const form: Part[] = [
        ['default_country', 'DE'],
        ['default_area_code', '30'],
        ['several_numbers', 'first'],
        ['note', 'x'],
        FILE,
        ['phone_column', 'Handy'],
        ['header_row', '2'],
      ];
      expect(await submit(baseUrl, form)).toMatchObject([202, { task_id: 'task-1' }]);
      const settings = { defaultCountry: 'DE', defaultAreaCode: '30', severalNumbers: 'first', headerRow: 2 };
      expect(taken).toEqual([{ fileName: 'клиенты.csv', text: CSV, phoneColumn: 'Handy', ...settings }]);
    }
  });

  it('keeps a name that is Latin-1 indeed', async () => {
    const rename: express.RequestHandler = (request, _response, next) => {
      Object.assign(Object(request.file), { originalname: 'Käufer.csv' });
      next();
    };
    const { taken, baseUrl } = await serveBehind(multer().single('file'), rename);
    await submit(baseUrl, [FILE]);
    expect(taken).toMatchObject([{ fileName: 'Käufer.csv' }]);
  });

  it('leaves the file on the disk to the host', async () => {
    const dest = await mkdtemp(join(directory, 'left-'));
    const { baseUrl } = await serveBehind(multer({ dest }).any());
    expect((await submit(baseUrl, [FILE]))[0]).toBe(202);
    expect(await readdir(dest)).toHaveLength(1);
  });

  it.each<[string, Part[], number, string]>([
    ['no file', [['note', 'x']], 422, 'file_required'],
    ['the file elsewhere', [['upload', new Blob([CSV]), 'a.csv']], 422, 'file_required'],
    ['two files', [FILE, FILE], 400, 'malformed_request'],
    ['a setting twice', [['phone_column', 'a'], ['phone_column', 'b'], FILE], 400, 'malformed_request'],
    ['a setting of no such value', [['header_row', 'x'], FILE], 400, 'malformed_request'],
  ])('refuses a form with %s, for those that it knows', async (_what, form, status, detail) => {
    const upload = multer();
    for (const parser of [upload.any(), upload.single('file')]) {
      const { taken, baseUrl } = await serveBehind(parser);
      expect(await submit(baseUrl, form)).toMatchObject([status, { detail, hint: expect.any(String) }]);
      expect(await submit(baseUrl, form, 'Bearer other')).toEqual([401, { detail: 'not_authenticated' }]);
      expect(taken).toEqual([]);
    }
  });

  it.each<[string, () => express.RequestHandler, number, string, RegExp]>([
    ['takes less', () => multer({ limits: { fileSize: 10 } }).any(), 413, 'file_too_large', /more bytes/],
    [
      'takes no fields',
      () => multer({ limits: { fields: 0 } }).any(),
      400,
      'malformed_request',
      /too many fields/,
    ],
    ['takes no files', () => multer().none(), 400, 'malformed_request', /mount Dialproof before multer/],
    [
      'takes another field',
      () => multer().single('avatar'),
      400,
      'malformed_request',
      /mount Dialproof before multer/,
    ],
  ])('reports it if multer %s', async (_what, create, status, detail, hint) => {
    const { baseUrl } = await serveBehind(create());
    const form: Part[] = [['note', 'x'], FILE];
    expect(await submit(baseUrl, form)).toEqual([status, { detail, hint: expect.stringMatching(hint) }]);
    expect(await submit(baseUrl, form, 'Bearer other')).toEqual([401, { detail: 'not_authenticated' }]);
  });

  it.each<[string, express.RequestHandler]>([
    ['a storage whose files are not on this machine', multer({ storage: elsewhere }).any()],
    [
      'another parser',
      (request, _response, next) => {
        Object.assign(request, {
          body: {},
          files: { file: { name: 'customers.csv', data: Buffer.from(CSV) } },
        });
        request.resume().on('end', () => next());
      },
    ],
  ])('reports the remedy to the host after %s', async (_what, parser) => {
    const { baseUrl, errors } = await serveBehind(parser);
    expect(await submit(baseUrl, [FILE])).toEqual([500, { detail: 'internal_error' }]);
    const hint = expect.stringContaining('mount Dialproof before it');
    expect(errors).toEqual([expect.objectContaining({ hint })]);
  });

  it('answers requests that are no forms as usual', async () => {
    const { baseUrl } = await serveBehind(multer().any());
    expect((await verify(baseUrl)).status).toBe(200);
  });

  it("leaves the host its errors: those of other paths, and those that are not multer's own", async () => {
    const { baseUrl } = await serveBehind(multer().none());
    const body = new FormData();
    body.append('file', new Blob([CSV]), 'customers.csv');
    const elsewhere = await fetch(`${baseUrl}/v1/orders`, { method: 'POST', body });
    expect(await elsewhere.text()).toBe('the host: Unexpected file field');
    const cut = await fetch(`${baseUrl}/v1/verify/batch`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\n',
    });
    expect(await cut.text()).toMatch(/^the host: /);
  });
});
