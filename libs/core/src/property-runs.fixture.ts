/** How many examples of a property are tried: `few` in every run of the tests, and as many as `PROPERTY_RUNS` says by hand. */
export function propertyRuns(few: number): number {
  return Number(process.env['PROPERTY_RUNS'] ?? few);
}
