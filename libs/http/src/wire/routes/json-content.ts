import type { z } from 'zod';
import type { RouteBody, RouteContent } from '../route.js';

/** A body of JSON. */
export function json<Shape extends z.ZodObject>(shape: Shape) {
  return { mediaType: 'application/json', shape } as const satisfies RouteBody;
}

/** Content that is JSON of this shape. */
export function jsonOf<Shape extends RouteContent>(shape: Shape) {
  return { 'application/json': shape } as const;
}
