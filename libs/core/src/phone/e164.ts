declare const brand: unique symbol;

/** A phone number in E.164: `+`, then 7 to 15 digits that do not begin with 0. Made by the readers in this folder alone. */
export type E164 = string & { readonly [brand]: 'E164' };
