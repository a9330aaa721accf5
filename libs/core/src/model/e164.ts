declare const brand: unique symbol;

/** A phone number in E.164: `+`, then 7 to 15 digits that do not begin with 0. Made by the readers in this folder alone. */
export type E164 = string & { readonly [brand]: 'E164' };

const SHAPE = /^\+[1-9]\d{6,14}$/;

/** The text as a number if it has the shape of one, else undefined. */
export function e164(text: string): E164 | undefined {
  // The brand is put on here, where the shape has been tested, and nowhere else.
  return SHAPE.test(text) ? (text as E164) : undefined;
}
