/** The number of examples of a property: `few` in normal test runs, otherwise the value of `PROPERTY_RUNS`. */
export function propertyRuns(few: number): number {
  return Number(process.env['PROPERTY_RUNS'] ?? few);
}
