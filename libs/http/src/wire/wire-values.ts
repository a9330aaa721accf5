import { z } from 'zod';

// The wire has names in snake_case and times as ISO 8601; the service has names in camelCase and times in milliseconds since 1970. A shape
// says enough to convert one to the other, so no operation does it by hand.

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The value of the service that becomes a value of this shape. It may have further members, which are not sent. */
export type ServiceValue<Shape> = Shape extends z.ZodISODateTime
  ? number
  : Shape extends z.ZodNullable<infer Inner>
    ? ServiceValue<Inner> | null
    : Shape extends z.ZodArray<infer Item>
      ? Iterable<ServiceValue<Item>>
      : Shape extends z.ZodObject<infer Members>
        ? {
            readonly [Name in keyof Members as Members[Name] extends z.ZodOptional
              ? never
              : CamelCase<Name>]: ServiceValue<Members[Name]>;
          } & {
            readonly [Name in keyof Members as Members[Name] extends z.ZodOptional
              ? CamelCase<Name>
              : never]?: Members[Name] extends z.ZodOptional<infer Inner>
              ? ServiceValue<Inner> | undefined
              : never;
          }
        : z.input<Shape>;

type Convert = (value: unknown) => unknown;

/** The function that converts values of the service to this shape. It is made once, when the shape is declared. */
export function toWire<Shape extends z.ZodType>(
  shape: Shape,
): (value: ServiceValue<Shape>) => z.output<Shape> {
  // The types above say what the conversion below does.
  return (conversion(shape) ?? ((value) => value)) as (value: ServiceValue<Shape>) => z.output<Shape>;
}

/** Undefined if both sides have the same value. */
function conversion(shape: unknown): Convert | undefined {
  if (shape instanceof z.ZodISODateTime) return (time) => new Date(Number(time)).toISOString();
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional) {
    const inner = conversion(shape.unwrap());
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  if (shape instanceof z.ZodArray) {
    const item = conversion(shape.element) ?? ((value) => value);
    return (items) =>
      Array.isArray(items) ? items.map((each) => item(each)) : Array.from(Object(items), item);
  }
  if (shape instanceof z.ZodObject) {
    const names = Object.keys(shape.shape);
    return memberConversion(names.map((name) => [name, camelCase(name), conversion(shape.shape[name])]));
  }
  // The counts by status: no other member of a stored object is sent.
  if (shape instanceof z.ZodRecord && shape.keyType instanceof z.ZodEnum)
    return memberConversion(shape.keyType.options.map((name) => [String(name), String(name), undefined]));
  return undefined;
}

function memberConversion(
  members: readonly (readonly [onWire: string, inService: string, convert: Convert | undefined])[],
): Convert {
  // A copy of an object with all members is faster than an object that grows. JSON leaves members out that stay undefined.
  const empty = Object.fromEntries(members.map(([name]) => [name, undefined as unknown]));
  return (value) => {
    const source = value as Readonly<Record<string, unknown>>;
    const wire = { ...empty };
    for (const [onWire, inService, convert] of members) {
      const member = source[inService];
      wire[onWire] = convert === undefined ? member : convert(member);
    }
    return wire;
  };
}

/** The same values by the names of the service, without those that are undefined. */
export function given<Values extends object>(
  values: Values,
): {
  readonly [Name in keyof Values as undefined extends Values[Name] ? never : CamelCase<Name>]: Values[Name];
} & {
  readonly [Name in keyof Values as undefined extends Values[Name] ? CamelCase<Name> : never]?: Exclude<
    Values[Name],
    undefined
  >;
} {
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  // The type says what happens to the names.
  return Object.fromEntries(named.map(([name, value]) => [camelCase(name), value])) as never;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
