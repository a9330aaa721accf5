import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/** Some plans give a pattern, since the prefix names a carrier. Then the first candidate that matches is taken. */
const CANDIDATES = ['00', '011', '0011', '001', '0015', '00700', '009', '810', '010', '012', '000', '990'];

/**
 * The prefix that is dialled in a country before the calling code of another one. It comes from the library and not from core: cells that
 * are made with core's data would not show errors in it.
 */
export function internationalPrefix(country: CountryCode): string {
  const library = new Metadata(metadata);
  library.selectNumberingPlan(country);
  // The declared type of a plan leaves this method out.
  const plan = library.numberingPlan as unknown as { IDDPrefix(): string };
  const prefix = plan.IDDPrefix();
  if (/^\d+$/.test(prefix)) return prefix;
  const pattern = new RegExp(`^(?:${prefix})$`);
  const found = CANDIDATES.find((candidate) => pattern.test(candidate));
  if (found === undefined) throw new RangeError(`none of the prefixes fits ${prefix} of ${country}`);
  return found;
}
