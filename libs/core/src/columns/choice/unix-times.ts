/** From 2008 to 2030, in seconds since 1970. Earlier and later times are national numbers more often: `1012345678` of Egypt or Korea. */
const SECONDS = { from: 1_200_000_000, to: 1_900_000_000 };
const MILLISECONDS = 1_000;

/** In a column of times, at least this share of the phones are also times. */
const SHARE_OF_TIMES = 0.9;

/**
 * Whether a value may be a Unix time, in seconds or in milliseconds. Mobile numbers of Germany and Bangladesh, and fixed lines of the
 * United Kingdom, have such values too if they lost their zero.
 */
export function mayBeUnixTime(value: number): boolean {
  const isWithin = (unit: number): boolean => value >= SECONDS.from * unit && value < SECONDS.to * unit;
  return isWithin(1) || isWithin(MILLISECONDS);
}

/** Whether a column may hold times: nearly all of its phones can be one. Some networks have longer numbers or other prefixes. */
export function mayHoldTimes({
  mayBeTimes,
  phones,
}: {
  readonly mayBeTimes: number;
  readonly phones: number;
}): boolean {
  return mayBeTimes > 0 && mayBeTimes >= phones * SHARE_OF_TIMES;
}
