import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import type { Endpoint } from './endpoints.js';
import type { ApiDescription } from './to-description.js';

/**
 * Describes a route for `@nestjs/swagger`. Its decorators do no more than put these metadata on a handler; putting them there
 * ourselves needs no optional package at the moment when classes are decorated, which is before anything could be loaded in both
 * module systems. The tests read them with the swagger of Nest 11 and of Nest 12.
 */
export function swaggerDescription(endpoint: Endpoint, description: ApiDescription): MethodDecorator {
  const { body, query = [], responses, summary } = description;
  return applyDecorators(
    SetMetadata('swagger/apiOperation', { summary }),
    SetMetadata('swagger/apiResponse', responses),
    SetMetadata('swagger/apiParameters', [
      ...pathParameters(endpoint),
      ...query.map((parameter) => ({ in: 'query', required: false, ...parameter })),
      ...bodyParameters(body),
    ]),
    ...(body === undefined ? [] : [SetMetadata('swagger/apiConsumes', [body.type])]),
  );
}

/** Says of the routes that know who asks that they ask for a Bearer token. To be told when it is known, and before a document is made. */
export function asksForBearer({ prototype }: Type<object>, endpoints: readonly Endpoint[]): void {
  for (const { operation } of endpoints) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, operation);
    if (operation === 'register' || descriptor === undefined) continue;
    SetMetadata('swagger/apiSecurity', [{ bearer: [] }])(prototype, operation, descriptor);
  }
}

/** Groups the routes in a document, unless `ApiTags` of the host's says another name. */
export function swaggerTag(): ClassDecorator {
  return SetMetadata('swagger/apiUseTags', ['phone verification']);
}

function pathParameters({ path }: Endpoint): readonly object[] {
  if (!path.includes('{task_id}')) return [];
  return [{ in: 'path', name: 'task_id', required: true, type: String }];
}

function bodyParameters(body: ApiDescription['body']): readonly object[] {
  return body === undefined
    ? []
    : [{ in: 'body', required: true, type: String, isArray: false, schema: body.schema }];
}
