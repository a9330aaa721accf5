/** A count with its noun, for a sentence: `1 task`, `1,204 tasks`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
