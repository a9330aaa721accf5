import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { ApiDescription } from './api-description.js';
import type { Endpoint } from './endpoints.js';

/**
 * Describes a route for `@nestjs/swagger`. Its decorators do no more than put these metadata on a handler; putting them there
 * ourselves needs no optional package at the moment when classes are decorated, which is before anything could be loaded in both
 * module systems. The tests read them with the swagger of Nest 11 and of Nest 12.
 */
export function swaggerDescription(endpoint: Endpoint, description: ApiDescription): MethodDecorator {
  const { body, responses, summary } = description;
  return applyDecorators(
    SetMetadata('swagger/apiOperation', { summary }),
    SetMetadata('swagger/apiUseTags', ['phone verification']),
    SetMetadata('swagger/apiResponse', responses),
    SetMetadata('swagger/apiParameters', [...pathParameters(endpoint), ...bodyParameters(body)]),
    ...(body === undefined ? [] : [SetMetadata('swagger/apiConsumes', [body.type])]),
    ...(endpoint.operation === 'register' ? [] : [SetMetadata('swagger/apiSecurity', [{ bearer: [] }])]),
  );
}

/** Keeps a route that is no operation out of the description. */
export function notInSwagger(): MethodDecorator {
  return SetMetadata('swagger/apiExcludeEndpoint', { disable: true });
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
