import { SetMetadata } from '@nestjs/common';
import type { Endpoint } from './endpoints.js';

const ENDPOINT = 'dialproof:endpoint';

/** Marks a handler as that of an endpoint. Nest hands such marks on to what it gives the router of Express. */
export function markRoute(endpoint: Endpoint): MethodDecorator {
  return SetMetadata(ENDPOINT, endpoint);
}

/** The endpoint of a handler, undefined for handlers of the host. */
export function markedEndpoint(handler: object): Endpoint | undefined {
  return Reflect.getMetadata(ENDPOINT, handler);
}
