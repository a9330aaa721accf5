/** From 2008 to 2030, in seconds since 1970. Earlier and later times are national numbers more often: `1012345678` of Egypt or Korea. */
const SECONDS = { from: 1_200_000_000, to: 1_900_000_000 };
const MILLISECONDS = 1_000;

/** The share of a column's phones that are also times where the column holds times. */
const SHARE_OF_TIMES = 0.9;

/**
 * Whether a value may be a Unix time, in seconds or in milliseconds. Mobile numbers of Germany and Bangladesh that lost their zero, and
 * fixed lines of the United Kingdom that did, are such values too.
 */
export function mayBeUnixTime(value: number): boolean {
  const isWithin = (unit: number): boolean => value >= SECONDS.from * unit && value < SECONDS.to * unit;
  return isWithin(1) || isWithin(MILLISECONDS);
}

/** Whether a column may hold times: nearly all of its phones can be one. Numbers of several networks are longer, or begin otherwise. */
export function mayHoldTimes({
  mayBeTimes,
  phones,
}: {
  readonly mayBeTimes: number;
  readonly phones: number;
}): boolean {
  return mayBeTimes > 0 && mayBeTimes >= phones * SHARE_OF_TIMES;
}
