import type { z } from 'zod';

/** The shapes with a name of their own in the description. It is filled while this package is loaded, and never later. */
const NAMES = new Map<z.core.$ZodType, string>();

/** Gives a shape a name: it becomes a schema of the description and a type of the client, and others refer to it. */
export function component<Shape extends z.ZodType>(name: string, shape: Shape): Shape {
  NAMES.set(shape, name);
  return shape;
}

/** The name of a shape; undefined if it has none. */
export function componentName(shape: z.core.$ZodType): string | undefined {
  return NAMES.get(shape);
}

/** Every shape with a name, in the order in which they were declared. */
export function components(): readonly (readonly [z.core.$ZodType, string])[] {
  return [...NAMES];
}
