import type { OperationName } from '@dialproof/http';
import { componentSchemas, describeOperation } from '@dialproof/http/wire';
import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';

// The decorators of `@nestjs/swagger` only set these metadata on classes and handlers. Setting them here needs no optional package when
// classes are decorated, which is before anything could be loaded in both module systems. The tests read them with the swagger of Nest 11
// and of Nest 12.

/**
 * Describes the route of an operation, as in the contract's own description. An operation that the parts of the instance do not support is
 * left out of the document.
 */
export function swaggerOperation(
  operation: OperationName,
  { isSupported, asksForToken }: { readonly isSupported: boolean; readonly asksForToken: boolean },
): MethodDecorator {
  const { summary, parameters, requestBody, responses } = prefixed(describeOperation(operation, '3.0'));
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  return applyDecorators(
    SetMetadata('swagger/apiOperation', { summary }),
    SetMetadata('swagger/apiResponse', responses),
    SetMetadata('swagger/apiParameters', [
      ...parameters,
      // These metadata have one schema for all media types.
      ...(requestBody === undefined
        ? []
        : [
            {
              in: 'body',
              required: requestBody.required,
              type: String,
              isArray: false,
              schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
            },
          ]),
    ]),
    ...(requestBody === undefined
      ? []
      : [SetMetadata('swagger/apiConsumes', Object.keys(requestBody.content))]),
    ...(isSupported ? [] : [SetMetadata('swagger/apiExcludeEndpoint', { disable: true })]),
    ...(asksForToken ? [SetMetadata('swagger/apiSecurity', [{ bearer: [] }])] : []),
  );
}

const TAGS = 'swagger/apiUseTags';

/** Groups the routes in a document, unless the host has done so by `ApiTags`. */
export function swaggerTag(controller: Type<object>): void {
  if (!Reflect.hasMetadata(TAGS, controller)) SetMetadata(TAGS, ['phone verification'])(controller);
}

/** The schemas that the descriptions of the routes refer to. */
export function swaggerSchemas(): ClassDecorator {
  const models = Object.entries(prefixed(componentSchemas('3.0'))).map(([name, schema]) => {
    const model = class {};
    SetMetadata('swagger/apiSchema', [{ name: PREFIX + name, ...schema }])(model);
    return model;
  });
  return SetMetadata('swagger/apiExtraModels', models);
}

/** Distinguishes our schemas from the host's, which may have its own Account or Task. */
const PREFIX = 'Dialproof';

function prefixed<Description>(description: Description): Description {
  const schemas = '#/components/schemas/';
  return JSON.parse(JSON.stringify(description).replaceAll(`"${schemas}`, `"${schemas}${PREFIX}`));
}
