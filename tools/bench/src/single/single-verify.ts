import { type Running, startProgram, startServer } from '../server/running.js';
import { median, spread } from '../statistics.js';
import { requestsPerSecond } from './load.js';

const ROUNDS = 5;
const CONNECTIONS = 50;
const DURATION_MS = 3_000;
const PHONE = '+14155552671';

interface Figures {
  readonly rates: number[];
  /** Processor time of the process for a request, in microseconds. Other programs on the machine change it little. */
  readonly costs: number[];
}

/** One number per request: bare routes, the hurried script, our router over memory, and the whole server with its database. */
export async function benchSingleVerify(): Promise<void> {
  const targets = [
    await startProgram('hurried script', 'rivals/hurried-script.js'),
    await startProgram('bare node:http', 'single/single-programs.js', ['node']),
    await startProgram('bare Express 5 route', 'single/single-programs.js', ['express']),
    await startProgram('router, ports in memory', 'single/single-programs.js', ['router']),
    await startServer(),
  ];
  const all = targets.map((): Figures => ({ rates: [], costs: [] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) {
      const { rate, cost } = await loaded(target);
      // The first round warms up.
      if (round === 0) continue;
      all[index]?.rates.push(rate);
      all[index]?.costs.push(cost);
    }
  }
  await Promise.all(targets.map((target) => target.stop()));
  console.log(`one number: ${CONNECTIONS} connections, ${ROUNDS} rounds of ${DURATION_MS / 1_000} s in turn`);
  const [script = { rates: [], costs: [] }] = all;
  for (const [index, { name }] of targets.entries()) {
    const { rates, costs } = all[index] ?? script;
    const times = (of: keyof Figures, values: readonly number[]) =>
      (median(values) / median(script[of])).toFixed(2);
    console.log(
      `  ${name} | ${spread(rates)} a second, ${times('rates', rates)} of the script | ${spread(costs)} us of processor time each, ${times('costs', costs)}`,
    );
  }
  console.log(
    '  aim: the router answers 0.8 times as many as the bare Express 5 route, then 1.2 times as many as the script',
  );
}

async function loaded({ api, port, process }: Running) {
  const request = api.verifyRequest(PHONE);
  const before = await process.figures();
  const rate = await requestsPerSecond({ port, request, connections: CONNECTIONS, durationMs: DURATION_MS });
  const { cpuMs } = await process.figures();
  return { rate, cost: ((cpuMs - before.cpuMs) * 1_000) / ((rate * DURATION_MS) / 1_000) };
}
