import type { OpenApiDocument } from '@dialproof/http';
import { MemoryAccountRegistry } from '@dialproof/testkit/memory';
import type { INestApplication } from '@nestjs/common';
import { ApiTags, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { createHost, memoryOptions, memoryParts } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function initialised() {
  const { authenticator } = memoryParts();
  const accounts = new MemoryAccountRegistry({ authenticator });
  const options = memoryOptions({ authenticator, accounts, path: 'phones' });
  const app = await createHost(
    {
      imports: [
        VerificationModule.forRoot(options),
        VerificationModule.forRoot(memoryOptions({ name: 'sales', path: 'sales' })),
      ],
    },
    { prepare: (prepared) => void prepared.setGlobalPrefix('api') },
  );
  await app.init();
  return app;
}

async function documented() {
  return documentOf(await initialised());
}

function documentOf(app: INestApplication) {
  return SwaggerModule.createDocument(app, new DocumentBuilder().addBearerAuth().build());
}

function operationsIn(paths: object, below = ''): readonly string[] {
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${below}${path}`))
    .sort();
}

describe('the document of @nestjs/swagger', () => {
  it('has the operations of the contract and nothing else', async () => {
    const app = await initialised();
    const { paths } = documentOf(app);
    await app.listen(0);
    const reply = await fetch(`${await app.getUrl()}/api/phones/v1/openapi.json`);
    // The server has written it.
    const contract = (await reply.json()) as OpenApiDocument;
    expect(operationsIn(paths).filter((operation) => !operation.includes('/sales/'))).toEqual(
      operationsIn(Object(contract['paths']), '/api/phones'),
    );
    expect(Object.keys(paths)).toContain('/api/phones/v1/verify/batch');
  });

  it('leaves out unsupported operations', async () => {
    const { paths } = await documented();
    // Its store has no archive.
    expect(paths).not.toHaveProperty(['/api/phones/v1/verify/tasks']);
    expect(paths['/api/phones/v1/verify/tasks/{task_id}']).not.toHaveProperty('delete');
  });

  // As Nest's own documents show it: the application is initialised by `listen`, which comes later.
  it('leaves them out when it is made before the application is initialised', async () => {
    const app = await createHost({ imports: [VerificationModule.forRoot(memoryOptions())] });
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().addBearerAuth().build());
    expect(paths).not.toHaveProperty(['/v1/verify/tasks']);
    expect(paths['/v1/verify']?.post?.security).toEqual([{ bearer: [] }]);
  });

  it('names every operation once, those of named instances too', async () => {
    const { paths } = await documented();
    const ids = Object.values(paths).flatMap((item) =>
      [item.get, item.post].flatMap((found) => found?.operationId ?? []),
    );
    expect(ids).not.toHaveLength(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows requests, replies and security', async () => {
    const { paths } = await documented();
    expect(paths['/api/phones/v1/verify']?.post).toMatchObject({
      security: [{ bearer: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/DialproofVerifyRequest' } },
        },
      },
      responses: {
        200: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/DialproofVerification' } } },
        },
        401: {
          description: 'not_authenticated',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/DialproofError' } } },
        },
        402: { description: 'insufficient_credits' },
        429: { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } } },
        503: { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } } },
      },
    });
    expect(paths['/api/phones/v1/accounts']?.post).not.toHaveProperty('security');
  });

  it('has the schemas of the contract under names of their own', async () => {
    const { components } = await documented();
    const { DialproofTask, DialproofNote, DialproofVerifyRequest } = components?.schemas ?? {};
    expect(DialproofVerifyRequest).toMatchObject({
      type: 'object',
      properties: { phone: { type: 'string' } },
      required: ['phone'],
    });
    expect(DialproofTask).toMatchObject({
      properties: {
        sources: { type: 'object' },
        checks_failed: { type: 'integer' },
        waiting: { nullable: true, required: ['reason', 'since', 'next_try_at'] },
        encoding: { type: 'string', nullable: true },
        notes: { type: 'array', items: { $ref: '#/components/schemas/DialproofNote' } },
      },
      required: expect.arrayContaining(['task_id', 'status', 'summary']),
    });
    expect(DialproofNote).toMatchObject({ required: expect.arrayContaining(['code', 'hint']) });
  });

  it('refers to no schema that it lacks', async () => {
    const document = await documented();
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    const known = Object.keys(document.components?.schemas ?? {});
    expect(references.length).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining(references.map((reference) => reference.split('/').at(-1))));
  });

  it("has the routes under the host's tag", async () => {
    const options = memoryOptions({ decorators: [ApiTags('phones')] });
    const app = await createHost({ imports: [VerificationModule.forRoot(options)] });
    await app.init();
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    expect(paths['/v1/verify']?.post?.tags).toEqual(['phones']);
    expect((await documented()).paths['/api/phones/v1/verify']?.post?.tags).toEqual(['phone verification']);
  });

  it('leaves security to the host if the host names the account', async () => {
    const options = () => memoryOptions({ account: () => 'acme' });
    const app = await createHost({
      imports: [
        VerificationModule.forRoot({ ...options(), name: 'a', path: 'a' }),
        VerificationModule.forRootAsync({ name: 'b', path: 'b', useFactory: options }),
        VerificationModule.forRootAsync({ name: 'c', path: 'c', useFactory: () => memoryOptions() }),
      ],
    });
    await app.init();
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().addCookieAuth().build());
    expect(paths['/a/v1/verify']?.post).not.toHaveProperty('security');
    expect(paths['/b/v1/verify']?.post).not.toHaveProperty('security');
    expect(paths['/c/v1/verify']?.post).toHaveProperty('security', [{ bearer: [] }]);
  });

  it('shows uploads as forms, results as CSV and events as a stream', async () => {
    const { paths } = await documented();
    const task = '/api/phones/v1/verify/tasks/{task_id}';
    expect(paths['/api/phones/v1/verify/batch']?.post).toMatchObject({
      parameters: [
        { name: 'default_country', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'country_column', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'country_column_index', in: 'query', schema: { type: 'integer', minimum: 0 } },
        { name: 'consent_date_column', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'consent_date_column_index', in: 'query', schema: { type: 'integer', minimum: 0 } },
        { name: 'default_area_code', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'several_numbers', in: 'query', schema: { type: 'string', enum: ['unknown', 'first'] } },
        { name: 'encoding', in: 'query', description: expect.stringContaining('shift_jis') },
        { name: 'fresh_within', in: 'query', description: expect.stringContaining('14d') },
        { name: 'header_row', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
        { name: 'phone_column', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'phone_column_index', in: 'query', schema: { type: 'integer', minimum: 0 } },
        { name: 'reading', in: 'query', schema: { type: 'string', enum: ['remembered'] } },
        { name: 'sheet', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'max_credits', in: 'query', required: false, schema: { type: 'integer', minimum: 0 } },
        { name: 'upload_id', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
      ],
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              properties: {
                several_numbers: { type: 'string', enum: ['unknown', 'first'] },
                header_row: { type: 'integer', minimum: 1, description: expect.stringContaining('from 1') },
                file: { format: 'binary' },
                upload_id: { type: 'string' },
              },
            },
          },
        },
      },
      responses: {
        202: { content: { 'application/json': {} } },
        422: {
          description: expect.stringContaining(
            'invalid_area_code, invalid_fresh_within, header_row_not_found',
          ),
        },
      },
    });
    expect(paths[`${task}/download`]?.get).toMatchObject({
      parameters: [
        { name: 'task_id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'format', in: 'query', required: false, schema: { enum: ['csv', 'xlsx'] } },
        { name: 'status', in: 'query', required: false, style: 'form', explode: false },
        { name: 'columns', in: 'query', required: false, style: 'form', explode: false },
        { name: 'previous', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'suppressed', in: 'query', required: false },
        { name: 'partial', in: 'query', required: false, schema: { type: 'boolean' } },
        { name: 'neutralize_formulas', in: 'query', required: false, schema: { type: 'boolean' } },
        { name: 'Accept-Encoding', in: 'header', required: false },
        { name: 'If-None-Match', in: 'header', required: false },
      ],
      responses: {
        200: { content: { 'text/csv': {}, [XLSX]: { schema: { type: 'string', format: 'binary' } } } },
        409: { description: 'task_not_done' },
        413: { description: 'too_many_rows, too_many_columns, cell_too_large' },
      },
    });
    expect(paths[`${task}/events`]?.get).toMatchObject({
      responses: { 200: { content: { 'text/event-stream': {} } } },
    });
  });
});
