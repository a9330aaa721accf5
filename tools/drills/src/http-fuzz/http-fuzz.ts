import { DrillFailure } from '../drill-failure.js';
import { attackedServer } from '../server/attacked-server.js';
import { residentMb } from '../server/process-figures.js';
import { judgeReplies } from './judge-replies.js';
import { RawClient } from './raw-exchange.js';
import { rawInput } from './raw-input.js';
import { readReplies } from './read-replies.js';

export interface HttpFuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** The number of the first input. */
  readonly from?: number;
  readonly clients?: number;
  readonly onViolation?: (violation: string) => void;
  readonly onProgress?: (tried: number, memoryMb: number) => void;
}

export interface HttpFuzzReport {
  readonly violations: readonly string[];
  /** The number of replies by status; 0 stands for connections that were closed without a reply. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The growth of the server's memory from the first tenth of the inputs to the last, in MB. */
  readonly grownMb: number;
  readonly stop: string;
}

/** An input that takes longer was neither answered nor closed. The server closes stalled requests after a second. */
const BOUND_MS = 10_000;
const GROWTH_BOUND_MB = 150;
const PROGRESS_EVERY = 10_000;

/** Sends raw inputs to a new example server, and checks each outcome and the server. */
export async function httpFuzz(options: HttpFuzzOptions): Promise<HttpFuzzReport> {
  const { runs, seed, from = 0, clients = 24, onViolation, onProgress } = options;
  const settings = {
    DIALPROOF_RATES: 'off',
    DIALPROOF_REGISTRATION: 'open',
    DIALPROOF_IDLE_TIMEOUT_MS: '1000',
    DIALPROOF_LOG_LEVEL: 'error',
  };
  const server = await attackedServer({ settings });
  const violations: string[] = [];
  const found = (violation: string) => {
    violations.push(violation);
    onViolation?.(violation);
  };
  try {
    const taskId = await server.submit(20);
    await server.ended(taskId);
    const names = { token: server.account.token, taskId };
    const statuses = new Map<number, number>();
    let [next, warmMb] = [from, 0];
    const client = async () => {
      const connection = new RawClient(server.port, BOUND_MS);
      while (next < from + runs) {
        const index = next++;
        const input = rawInput(seed, index, names);
        const { received, ended } = await connection.exchange(input);
        const replies = readReplies(received, input.bytes.includes('HEAD'));
        for (const status of replies.replies.map((reply) => reply.status).concat(received === '' ? 0 : [])) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        const wrong = ended ? judgeReplies(replies) : `neither answered nor closed in ${BOUND_MS} ms`;
        if (wrong !== undefined) found(`--only ${index}: ${wrong}`);
        const tried = index - from + 1;
        if (tried === Math.ceil(runs / 10)) warmMb = residentMb(server.pid);
        if (tried % PROGRESS_EVERY === 0) onProgress?.(tried, residentMb(server.pid));
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: clients }, client));
    const grownMb = residentMb(server.pid) - warmMb;
    if (grownMb > GROWTH_BOUND_MB) found(`the server's memory grew by ${Math.round(grownMb)} MB`);
    const { how } = await server.stop();
    if (how !== 'exit code 0') found(`SIGTERM: ${how}`);
    for (const line of server.log().split('\n')) {
      if (isError(line)) found(`logged: ${line.slice(0, 1_000)}`);
    }
    return { violations, statuses, grownMb, stop: how };
  } catch (error) {
    // The server is gone, which its log explains.
    throw new DrillFailure(`the server ended: ${server.log().slice(-2_000)}`, { cause: error });
  } finally {
    await server.end();
  }
}

/** The lowest level of errors in the log. */
const ERROR_LEVEL = 50;

function isError(line: string): boolean {
  if (!line.startsWith('{')) return false;
  return Number(Reflect.get(Object(JSON.parse(line)), 'level')) >= ERROR_LEVEL;
}
