import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { OperationDescription } from '../operations/definition/define-operation.js';
import { OPERATIONS } from '../operations/operations.js';
import { componentSchemas, propertySchemas } from './json-schemas.js';

const { VerifyRequest, Verification } = componentSchemas('3.1');

function queryOf({ query }: OperationDescription): z.ZodObject {
  if (query === undefined) throw new TypeError('this operation has no query');
  return query;
}

describe('the schemas', () => {
  it('says what a body must have, and not what else it may have', () => {
    expect(VerifyRequest).toEqual({
      type: 'object',
      properties: {
        phone: { type: 'string' },
        consent_date: expect.objectContaining({ type: 'string' }),
        fresh_within: expect.objectContaining({ type: 'string' }),
      },
      required: ['phone'],
    });
  });

  it('says what is always in the answer about a number, and what only where the checker says it', () => {
    expect(Verification).toMatchObject({
      properties: { source: { type: 'string' }, reason: { type: 'string' } },
      required: ['phone', 'status', 'checked_at'],
    });
  });

  it('says what a download may be asked for', () => {
    expect(propertySchemas(queryOf(OPERATIONS.download), '3.1')).toMatchObject({
      format: { type: 'string', enum: ['csv', 'xlsx'], default: 'csv' },
      status: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'string',
          enum: ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'],
        },
      },
      columns: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { type: 'string', enum: ['status', 'source', 'reason', 'checked_at', 'reassigned'] },
      },
      partial: { type: 'boolean' },
      neutralize_formulas: { type: 'boolean' },
    });
  });

  it('says what an upload may be told about its file', () => {
    expect(propertySchemas(queryOf(OPERATIONS.preview), '3.1')).toMatchObject({
      default_area_code: { type: 'string', description: expect.stringContaining('default_country') },
      several_numbers: { type: 'string', enum: ['unknown', 'first'] },
      encoding: { type: 'string' },
      header_row: { type: 'integer', minimum: 1 },
    });
  });

  it('says of a task what OpenAPI 3.0 can say', () => {
    const { properties, required } = Object(componentSchemas('3.0')['Task']);
    expect(properties).toMatchObject({
      status: { type: 'string', enum: ['queued', 'processing', 'done', 'failed'] },
      created_at: { type: 'string', format: 'date-time' },
      finished_at: { type: 'string', format: 'date-time', nullable: true },
      summary: { type: 'object', additionalProperties: { type: 'integer' } },
    });
    expect(properties).toMatchObject({
      sources: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
      checks_failed: { type: 'integer', minimum: 0 },
      waiting: {
        type: 'object',
        nullable: true,
        properties: {
          reason: { type: 'string' },
          since: { type: 'string', format: 'date-time' },
          next_try_at: { type: 'string', format: 'date-time', nullable: true },
        },
        required: ['reason', 'since', 'next_try_at'],
      },
    });
    expect(properties).toMatchObject({
      encoding: { type: 'string', nullable: true },
      notes: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
    });
    expect(required).toEqual(
      expect.arrayContaining(['credits', 'sources', 'checks_failed', 'waiting', 'encoding', 'notes']),
    );
  });
});
