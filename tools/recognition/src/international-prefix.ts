import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/** Where a plan gives a pattern, with the carrier that is dialled through, the first of these that fits is as good as any. */
const CANDIDATES = ['00', '011', '0011', '001', '0015', '00700', '009', '810', '010', '012', '000', '990'];

/**
 * What is dialled in a country before the calling code of another one. It is asked of the library and not of core, which compiles it
 * too: cells that are made from what core knows would show nothing that it has wrong.
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
