import { fileURLToPath } from 'node:url';
import { ApiClient } from '../server/api-client.js';
import { startServer } from '../server/bench-server.js';
import { MeasuredProcess } from '../server/measured-process.js';
import { median, spread } from '../statistics.js';
import { requestsPerSecond } from './load.js';

const ROUNDS = 5;
const CONNECTIONS = 64;
const DURATION_MS = 3_000;
const PHONE = '+14155552671';
const TRIAL_TOKEN = 'trial';

/** One number per request: a bare Express 5 route, our router over memory, and the whole server with its database. */
export async function benchSingleVerify(): Promise<void> {
  const bare = await startProgram('./bare-express.js');
  const router = await startProgram('./memory-router.js');
  const server = await startServer();
  const targets = [
    { name: 'bare Express 5 route', port: bare.port, token: '-', rates: [] as number[] },
    { name: 'router, ports in memory', port: router.port, token: TRIAL_TOKEN, rates: [] as number[] },
    { name: 'server, SQLite', port: server.port, token: server.token, rates: [] as number[] },
  ];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const target of targets) {
      const request = new ApiClient(target.port, target.token).verifyRequest(PHONE);
      const rate = await requestsPerSecond({
        port: target.port,
        request,
        connections: CONNECTIONS,
        durationMs: DURATION_MS,
      });
      // The first round warms up.
      if (round > 0) target.rates.push(rate);
    }
  }
  await Promise.all([bare.process.stop(), router.process.stop(), server.stop()]);
  const base = median(targets[0]?.rates ?? []);
  console.log(`one number: ${CONNECTIONS} connections, ${ROUNDS} rounds of ${DURATION_MS / 1_000} s in turn`);
  for (const { name, rates } of targets) {
    console.log(
      `  ${name.padEnd(26)} ${spread(rates)} requests a second, ${((median(rates) / base) * 100).toFixed(0)} percent`,
    );
  }
  console.log('  aim: at least 80 percent of the bare route');
}

async function startProgram(script: string): Promise<{ port: number; process: MeasuredProcess }> {
  const process = MeasuredProcess.start(fileURLToPath(new URL(script, import.meta.url)), []);
  const [, port] = await process.printed(/port (\d+)/);
  return { port: Number(port), process };
}
