import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../operations/definition/define-operation.js';
import { OPERATION_NAMES, OPERATIONS } from '../operations/operations.js';
import { openApiDocument } from './openapi.js';
import { describeOperation } from './operation-object.js';

const document = openApiDocument();

describe('the description of the contract', () => {
  it('is a document of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
  });

  it('has each operation at its path and method, and no other', () => {
    const described = Object.entries(Object(document['paths'])).flatMap(([path, methods]) =>
      Object.entries(Object(methods)).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        Reflect.get(Object(operation), 'operationId'),
      ]),
    );
    expect(Object.fromEntries(described)).toEqual(
      Object.fromEntries(
        OPERATION_NAMES.map((name) => [`${OPERATIONS[name].method} ${OPERATIONS[name].path}`, name]),
      ),
    );
  });

  it('leaves out operations that a server does not have', () => {
    const { paths } = openApiDocument({ operations: ['verify', 'poll'] });
    expect(Object.keys(Object(paths))).toEqual(['/v1/verify', '/v1/verify/tasks/{task_id}']);
  });

  it('describes the headers of rates if requests are counted', () => {
    const { responses } = describeOperation('verify', '3.1', { countsRequests: true });
    const headersOf = (status: number) => Object.keys(responses[status]?.headers ?? {});
    expect(headersOf(200)).toEqual(expect.arrayContaining(['RateLimit-Policy', 'RateLimit']));
    expect(headersOf(429)).toEqual(['Retry-After', 'RateLimit-Policy', 'RateLimit']);
    expect(JSON.stringify(openApiDocument())).not.toContain('RateLimit');
    expect(JSON.stringify(openApiDocument({ countsRequests: true }))).toContain('RateLimit');
  });

  it.each(OPERATION_NAMES)('has examples of %s that fit their shapes', (name) => {
    const { body, reply }: Operation = OPERATIONS[name];
    if (body?.mediaType === 'application/json') {
      expect(body.shape.safeParse(body.example).error).toBeUndefined();
    }
    if ('shape' in reply) expect(reply.shape.safeParse(reply.example).error).toBeUndefined();
  });

  it.each(OPERATION_NAMES)('says who may ask for %s', (name) => {
    const { security, responses } = describeOperation(name);
    const isOpen = OPERATIONS[name].access === 'open';
    expect(security).toEqual(isOpen ? [] : [{ bearer: [] }]);
    expect('401' in responses).toBe(!isOpen);
  });

  it.each(OPERATION_NAMES)('names every code of %s once, under its status', (name) => {
    const { errors } = OPERATIONS[name];
    expect(new Set(errors).size).toBe(errors.length);
    const named = Object.values(describeOperation(name).responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    );
    expect([...named].sort()).toEqual([...errors].sort());
    expect(named).toContain('method_not_allowed');
  });

  it('describes what a description of OpenAPI 3.0 needs in its own words', () => {
    const { responses, requestBody } = describeOperation('download', '3.0');
    expect([requestBody, responses['200']?.content?.['text/csv']?.schema]).toEqual([
      undefined,
      { type: 'string', format: 'binary' },
    ]);
    const { parameters } = describeOperation('download', '3.0');
    expect(parameters.find(({ name }) => name === 'columns')).toMatchObject({
      style: 'form',
      explode: false,
    });
  });
});
