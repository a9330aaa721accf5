import { simulatedYear } from './list-world.js';

const WAYS = { core: 'the service', http: 'HTTP' } as const;

/** Prints what a list of so many rows costs and tells in a year. Rejects if anything of it is wrong. */
export async function showYears(rows: number): Promise<void> {
  for (const way of ['core', 'http'] as const) {
    const beganAt = performance.now();
    const { events, firstBill, months, mostShare } = await simulatedYear(way, rows);
    console.log(`\n${rows} rows over ${WAYS[way]}: the first bill is ${firstBill} credits`);
    console.log('month      file     run   share     came  changed replaced     went');
    for (const { fileCharged, month, runCharged, told } of months) {
      const share = `${(((fileCharged + runCharged) / firstBill) * 100).toFixed(1)} %`;
      const columns = [
        ...[String(fileCharged).padStart(7), String(runCharged).padStart(7), share.padStart(7)],
        ...[told.came, told.changed, told.replaced, told.went].map((count) => String(count).padStart(8)),
      ];
      console.log([month, ...columns].join(' '));
    }
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(0);
    const most = (mostShare * 100).toFixed(1);
    console.log(
      `At most ${most} percent of the first bill a month, each change told once, ${events} events: ${seconds} s`,
    );
  }
}
