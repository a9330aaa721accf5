import { OPERATIONS, type OperationName } from '@dialproof/http';
import { componentSchemas, describeOperation } from '@dialproof/http/wire';
import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import type { Endpoint } from './endpoints.js';

// The decorators of `@nestjs/swagger` only set these metadata on classes and handlers. Setting them ourselves needs no optional package
// when classes are decorated, which is before anything could be loaded in both module systems. The tests read them with the swagger of Nest
// 11 and of Nest 12.

/** Describes the route of an operation, as the table of the contract has it. */
export function swaggerOperation(operation: OperationName): MethodDecorator {
  const { summary, parameters, requestBody, responses } = named(describeOperation(operation, '3.0'));
  const bodies = Object.entries(requestBody?.content ?? {});
  return applyDecorators(
    SetMetadata('swagger/apiOperation', { summary }),
    SetMetadata('swagger/apiResponse', responses),
    SetMetadata('swagger/apiParameters', [
      ...parameters,
      ...bodies.map(([, { schema }]) => ({
        in: 'body',
        required: true,
        type: String,
        isArray: false,
        schema,
      })),
    ]),
    ...bodies.map(([mediaType]) => SetMetadata('swagger/apiConsumes', [mediaType])),
  );
}

/** Groups the routes in a document, unless `ApiTags` of the host's has done so. */
export function swaggerTag(controller: Type<object>): void {
  if (Reflect.hasMetadata(TAGS, controller)) return;
  SetMetadata(TAGS, ['phone verification'])(controller);
}

const TAGS = 'swagger/apiUseTags';

/** The schemas that the descriptions of the routes refer to. */
export function swaggerSchemas(): ClassDecorator {
  const models = Object.entries(named(componentSchemas('3.0'))).map(([name, schema]) => {
    const model = class {};
    SetMetadata('swagger/apiSchema', [{ name: PREFIX + name, ...schema }])(model);
    return model;
  });
  return SetMetadata('swagger/apiExtraModels', models);
}

/** The facts of an instance that are known with its options. */
export interface KnownInstance {
  /** Whether the routes that know who asks ask for a Bearer token. */
  readonly asksForToken: boolean;
  /** The operations that its parts can do. */
  readonly operations: readonly OperationName[];
}

/** Completes the descriptions of an instance's routes. Call it when the facts are known, and before a document is made. */
export function completeSwagger(
  { prototype }: Type<object>,
  endpoints: readonly Endpoint[],
  { asksForToken, operations }: KnownInstance,
): void {
  for (const { operation } of endpoints) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, operation);
    if (descriptor === undefined) continue;
    if (!operations.includes(operation)) {
      SetMetadata('swagger/apiExcludeEndpoint', { disable: true })(prototype, operation, descriptor);
    }
    if (asksForToken && OPERATIONS[operation].access === 'account') {
      SetMetadata('swagger/apiSecurity', [{ bearer: [] }])(prototype, operation, descriptor);
    }
  }
}

/** In front of the names of schemas, which stand among the host's own: it may well have an Account, and a Task. */
const PREFIX = 'Dialproof';

function named<Description>(description: Description): Description {
  const place = '#/components/schemas/';
  return JSON.parse(JSON.stringify(description).replaceAll(`"${place}`, `"${place}${PREFIX}`));
}
