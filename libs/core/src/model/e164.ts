declare const brand: unique symbol;

/** A phone number in E.164: `+`, then 7 to 15 digits that do not begin with 0. Only {@link e164} makes it. */
export type E164 = string & { readonly [brand]: 'E164' };

const SHAPE = /^\+[1-9]\d{6,14}$/;

/** The text as a number if it has the shape of one, else undefined. */
export function e164(text: string): E164 | undefined {
  // The only place that sets the brand, after the shape was tested.
  return SHAPE.test(text) ? (text as E164) : undefined;
}
