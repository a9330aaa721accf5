import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from './api-client.js';
import { MeasuredProcess } from './measured-process.js';

const COMMAND = fileURLToPath(new URL('../../../../libs/server/dist/command-line/main.js', import.meta.url));

/** The server as a separate process with its own database, by default with the sandbox as an instant checker. */
export interface BenchServer {
  readonly api: ApiClient;
  readonly port: number;
  readonly token: string;
  readonly process: MeasuredProcess;
  stop(): Promise<void>;
}

export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-bench-'));
  const process = MeasuredProcess.start(COMMAND, ['start'], {
    PORT: '0',
    DIALPROOF_DATA_DIR: folder,
    DIALPROOF_LOG_LEVEL: 'silent',
    DIALPROOF_RATES: 'off',
    DIALPROOF_FIRST_ACCOUNT_CREDITS: '10000000',
    ...env,
  });
  const [, port = ''] = await process.printed(/http:\/\/localhost:(\d+)/);
  const [token] = await process.printed(/dp_[\w-]+/);
  await process.printed(/Ctrl\+C/);
  return {
    api: new ApiClient(Number(port), token),
    port: Number(port),
    token,
    process,
    async stop() {
      await process.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A worker of the server as a separate process. It is working when this resolves. */
export async function startWorker(env: Readonly<Record<string, string>>): Promise<MeasuredProcess> {
  const process = MeasuredProcess.start(COMMAND, ['worker'], { DIALPROOF_LOG_LEVEL: 'silent', ...env });
  await process.printed(/worker is running/);
  return process;
}
