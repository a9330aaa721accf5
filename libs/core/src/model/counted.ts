/** A count and what is counted, as a sentence has them: `1 task`, `2 tasks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
