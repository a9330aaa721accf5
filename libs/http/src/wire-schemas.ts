import { z } from 'zod';
import { downloadQuery } from './download-query.js';
import { fileSettings } from './file-settings.js';
import {
  accountShape,
  creditsShape,
  registerBody,
  submissionShape,
  taskShape,
  verificationShape,
  verifyBody,
} from './wire-shapes.js';

/** A schema of OpenAPI 3.0. */
export type WireSchema = Readonly<Record<string, unknown>>;

/** What is asked and answered, as schemas of OpenAPI 3.0, for frameworks that describe what they route. */
export function wireSchemas() {
  return {
    verifyBody: schemaOf(verifyBody),
    registerBody: schemaOf(registerBody),
    downloadQuery: schemaOf(downloadQuery),
    fileSettings: schemaOf(fileSettings),
    verification: schemaOf(verificationShape),
    submission: schemaOf(submissionShape),
    task: schemaOf(taskShape),
    credits: schemaOf(creditsShape),
    account: schemaOf(accountShape),
  };
}

function schemaOf(shape: z.ZodType): WireSchema {
  return z.toJSONSchema(shape, {
    target: 'openapi-3.0',
    // Of a body, fields that are not known may be there.
    io: 'input',
    override({ jsonSchema }) {
      // Their format says it, and says it in fewer than 300 characters.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
}
