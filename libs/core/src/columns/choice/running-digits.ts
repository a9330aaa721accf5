/** Fewer values may be in order by chance. */
const FEWEST_VALUES = 3;
const FEWEST_SORTED_VALUES = 5;

/** Ids with gaps, such as those of deleted orders, still take small steps. */
const SMALL_STEP = 9;

/** Whether values mostly go up or down by equal steps, or by small ones. */
export function countsUp(values: readonly number[]): boolean {
  if (values.length < FEWEST_VALUES) return false;
  const steps = stepsOf(values);
  const counts = new Map<number, number>();
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
  counts.delete(0);
  const small = steps.filter((step) => step !== 0 && Math.abs(step) <= SMALL_STEP);
  return (
    Math.max(...counts.values()) * 2 > steps.length ||
    (small.length * 10 >= steps.length * 9 && goOneWay(small))
  );
}

/** Whether nearly every value is larger than the one before it, or nearly every one smaller. */
export function isSorted(values: readonly number[]): boolean {
  return values.length >= FEWEST_SORTED_VALUES && goOneWay(stepsOf(values));
}

function goOneWay(steps: readonly number[]): boolean {
  const up = steps.filter((step) => step > 0).length;
  const down = steps.filter((step) => step < 0).length;
  return Math.max(up, down) * 10 >= steps.length * 9;
}

function stepsOf(values: readonly number[]): readonly number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? 0));
}
