import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Endpoint } from './endpoints.js';

const ENDPOINT = 'dialproof:endpoint';

/**
 * Marks a handler as that of an endpoint. Nest hands a handler's marks on to what it gives the router of Express; for Fastify it makes
 * the second one, which is that of `@RouteConfig()`, the configuration of the route.
 */
export function markRoute(endpoint: Endpoint): MethodDecorator {
  return applyDecorators(
    SetMetadata(ENDPOINT, endpoint),
    SetMetadata('__fastify_route_config__', { [ENDPOINT]: endpoint }),
  );
}

/** The endpoint of a handler in the router of Express, undefined for handlers of the host. */
export function endpointOfHandler(handler: object): Endpoint | undefined {
  return Reflect.getMetadata(ENDPOINT, handler);
}

/** The endpoint of a route's configuration in Fastify, undefined for routes of the host. */
export function endpointOfConfig(config: object): Endpoint | undefined {
  return Reflect.get(config, ENDPOINT);
}
