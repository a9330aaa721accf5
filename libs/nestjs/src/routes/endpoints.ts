import { OPERATION_NAMES, OPERATIONS, type OperationName } from '@dialproof/http';
import { applyDecorators, SetMetadata } from '@nestjs/common';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof METHODS)[number];

/** An operation's place in the contract's table, as far as Nest has to know it. */
export interface Endpoint {
  readonly operation: OperationName;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * Its own method, and for the last endpoint of a path also those that the path refuses, which the contract answers itself. HEAD comes
   * with GET on both platforms.
   */
  readonly methods: readonly Method[];
  /** The path as routers have it, with `:task_id` for `{task_id}`. */
  readonly path: string;
  /** Finds the contract's own path at the end of a request's, whatever stands before it: a global prefix, a version, a mount. */
  readonly pattern: RegExp;
}

/** Every operation of the contract; that of registration only if requested. */
export function endpoints({ registration }: { readonly registration: boolean }): readonly Endpoint[] {
  const operations = OPERATION_NAMES.filter((operation) => registration || operation !== 'register');
  return operations.map((operation) => {
    const { method, path } = OPERATIONS[operation];
    const ofPath = operations.filter((one) => OPERATIONS[one].path === path);
    const refused = METHODS.filter((other) => ofPath.every((one) => OPERATIONS[one].method !== other));
    return {
      operation,
      method,
      methods: ofPath.at(-1) === operation ? [method, ...refused] : [method],
      path: path.replace(/\{(\w+)\}/, ':$1'),
      pattern: new RegExp(`${path.replaceAll('.', '\\.').replace(/\{\w+\}/, '[^/]+')}$`),
    };
  });
}

/**
 * The contract's own path in a request that a router has matched to an endpoint. Undefined if it is not exactly that path: routers of
 * Express ignore letter case and a slash at the end, and the contract leaves such paths to the host.
 */
export function pathOf({ pattern }: Endpoint, url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return pattern.exec(path)?.[0];
}

const MARK = 'dialproof:endpoint';

/**
 * Marks a handler as that of an endpoint. Nest copies a handler's metadata to the function that it gives to the router of Express. For
 * Fastify, the second metadata, that of `@RouteConfig()`, becomes the configuration of the route.
 */
export function markRoute(endpoint: Endpoint): MethodDecorator {
  return applyDecorators(
    SetMetadata(MARK, endpoint),
    SetMetadata('__fastify_route_config__', { [MARK]: endpoint }),
  );
}

/** The endpoint of a handler in the router of Express, undefined for handlers of the host. */
export function endpointOfHandler(handler: object): Endpoint | undefined {
  return Reflect.getMetadata(MARK, handler);
}

/** The endpoint of a route's configuration in Fastify, undefined for routes of the host. */
export function endpointOfConfig(config: object): Endpoint | undefined {
  return Reflect.get(config, MARK);
}
