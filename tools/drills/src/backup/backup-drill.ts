import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ApiClient } from '../server/api-client.js';
import { type DrillAccount, openAccount } from '../server/drill-account.js';
import { makeDrillFolder } from '../server/drill-folder.js';
import { DrilledServer, slowChecks } from '../server/drilled-server.js';
import { freePort } from '../server/free-port.js';
import { readAudit } from '../server/ledger-audit.js';
import { assertServerIsBuilt, BACKUP_MAIN, RESTORE_MAIN } from '../server/server-files.js';
import { Violations } from '../violations.js';
import { BackupLoad, sendFile, untilEnded } from './backup-load.js';

export interface BackupDrillOptions {
  /** Rows of each file that is sent during the backup. */
  readonly rows: number;
  /** Rows of the files in the database before the backup, 100,000 a file. */
  readonly storedRows: number;
  /** How long to measure the load before the backup, and after it. */
  readonly lookMs: number;
}

export interface BackupReport {
  readonly databaseBytes: number;
  readonly backupBytes: number;
  readonly backupMs: number;
  readonly restoreMs: number;
  /** The durations of single checks in milliseconds, sorted: before, during and after the backup. */
  readonly latencies: Readonly<Record<'before' | 'during' | 'after', readonly number[]>>;
  /** The number of tasks accepted before the backup began, and of all tasks. */
  readonly tasksBefore: number;
  readonly tasks: number;
  readonly violations: readonly string[];
}

const CREDITS = 50_000_000;
const FILE_ROWS = 100_000;
const SETTINGS = slowChecks({ checkMs: 1, checkConcurrency: 200 });
const run = promisify(execFile);

/**
 * Backs up a server while single checks and files are sent to it, kills it, restores the backup, and checks that everything accepted
 * before the backup is there. Rejects with DrillFailure if the server does not behave as the drill requires.
 */
export async function runBackupDrill(options: BackupDrillOptions): Promise<BackupReport> {
  assertServerIsBuilt();
  const folder = makeDrillFolder();
  const port = await freePort();
  const server = new DrilledServer({ port, folder, settings: SETTINGS });
  const client = new ApiClient(port);
  const violations = new Violations();
  const backup = join(folder.path, 'backup.db');
  try {
    const account = await openAccount(server.environment, CREDITS);
    server.start();
    await server.ready();
    const stored = await fillDatabase(client, account, options.storedRows);
    const load = new BackupLoad(client, account, options.rows);
    load.start();
    await untilFirstFile(load);
    const startedAt = performance.now();
    await delay(options.lookMs);
    const backupAt = performance.now();
    await run(process.execPath, [BACKUP_MAIN, backup], { env: server.environment });
    const endedAt = performance.now();
    const databaseBytes = statSync(folder.databaseFile).size;
    await delay(options.lookMs);
    await expectRefusal(server.environment, backup, violations);
    await load.stop();
    await server.kill();
    const restoreAt = performance.now();
    await run(process.execPath, [RESTORE_MAIN, backup], { env: server.environment });
    const restoreMs = performance.now() - restoreAt;
    server.start();
    await server.ready();
    const before = load.files.filter(({ acceptedAt }) => acceptedAt < backupAt).map(({ taskId }) => taskId);
    for (const taskId of [...stored, ...before]) {
      violations.expectEqual(
        `task ${taskId}, accepted before the backup`,
        await untilEnded(client, account, taskId),
        'done',
      );
    }
    await expectNothingHeld(client, account, violations);
    violations.expectEqual('the end of the server', await server.stop(), 'exit code 0');
    await auditRestored(folder.databaseFile, violations);
    return {
      databaseBytes,
      backupBytes: statSync(backup).size,
      backupMs: endedAt - backupAt,
      restoreMs,
      latencies: {
        before: load.latencies(startedAt, backupAt),
        during: load.latencies(backupAt, endedAt),
        after: load.latencies(endedAt, Number.POSITIVE_INFINITY),
      },
      tasksBefore: stored.length + before.length,
      tasks: stored.length + load.files.length,
      violations: violations.all,
    };
  } finally {
    await server.end();
    folder.remove();
  }
}

/** Verifies files with this many rows in all. */
async function fillDatabase(client: ApiClient, account: DrillAccount, rows: number): Promise<string[]> {
  const taskIds: string[] = [];
  for (let left = rows; left > 0; left -= FILE_ROWS) {
    const taskId = await sendFile(client, account, Math.min(left, FILE_ROWS));
    await untilEnded(client, account, taskId);
    taskIds.push(taskId);
  }
  return taskIds;
}

async function untilFirstFile({ files }: BackupLoad): Promise<void> {
  while (files.length === 0) await delay(5);
}

/** Expects the command to refuse: it must not replace the database of a running server. */
async function expectRefusal(
  environment: NodeJS.ProcessEnv,
  backup: string,
  violations: Violations,
): Promise<void> {
  const outcome = await run(process.execPath, [RESTORE_MAIN, backup], { env: environment }).then(
    () => 'restored',
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
  );
  if (!/^1: Nothing was restored/.test(outcome)) {
    violations.add(`a restore while the server runs ended with "${outcome}"`);
  }
}

/** Work that was under way at the backup ends after the restore, and returns its credits. */
async function expectNothingHeld(
  client: ApiClient,
  { token }: DrillAccount,
  violations: Violations,
): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while ((await client.credits(token)).body.held > 0) {
    if (performance.now() > giveUpAt) return violations.add('credits stay held after the restore');
    await delay(50);
  }
}

async function auditRestored(file: string, violations: Violations): Promise<void> {
  const audit = await readAudit(file);
  if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
  violations.expectEqual('holds that are open in the end', audit.openHolds, 0);
}
