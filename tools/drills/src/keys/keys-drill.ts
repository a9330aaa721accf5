import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient } from '../server/api-client.js';
import { openAccount } from '../server/drill-account.js';
import { type DrillFolder, leftoverFiles, loggedErrors, makeDrillFolder } from '../server/drill-folder.js';
import { DrilledServer, slowChecks } from '../server/drilled-server.js';
import { freePort } from '../server/free-port.js';
import { auditLedger, availableCredits } from '../server/ledger-audit.js';
import { assertServerIsBuilt } from '../server/server-files.js';
import { Violations } from '../violations.js';
import type { KeyedRequest } from './keyed-request.js';
import { type CutRequest, type KeysState, sendAll } from './keys-state.js';
import { checkMade } from './made-once.js';
import { checkRepeats, type RepeatFigures } from './repeats.js';

export interface KeysDrillOptions {
  /** How often the server is killed while requests with new keys are under way. */
  readonly kills: number;
}

export interface KeysReport extends RepeatFigures {
  readonly kills: number;
  /** The first kill came at once after the requests, and each further one this many milliseconds later than the one before. */
  readonly stepMs: number;
  readonly violations: readonly string[];
}

const CREDITS = 1_000_000;
const SETTINGS = slowChecks({ checkMs: 10, checkConcurrency: 50 });

/**
 * Kills the example server while requests with keys are under way, repeats each of them until it is answered, and checks that each was
 * done and charged once. It always ends every process that it started.
 */
export async function runKeysDrill(options: KeysDrillOptions): Promise<KeysReport> {
  assertServerIsBuilt();
  const folder = makeDrillFolder();
  const port = await freePort();
  const server = new DrilledServer({ port, folder, settings: SETTINGS });
  try {
    const account = await openAccount(server.environment, CREDITS);
    const state = { account, client: new ApiClient(port), violations: new Violations() };
    const { cut, stepMs } = await killWhileAsked(options, state, server);
    const { answered, ...figures } = await checkRepeats(state, cut);
    await checkMade(state, answered);
    await checkEnd(state, { folder, server, requests: cut.map(({ request }) => request) });
    return { ...figures, stepMs, kills: server.kills, violations: state.violations.all };
  } finally {
    await server.end();
    folder.remove();
  }
}

/** Sends requests with new keys to each server and kills it. Resolves to all sent requests when the last server runs. */
async function killWhileAsked(
  { kills }: KeysDrillOptions,
  state: KeysState,
  server: DrilledServer,
): Promise<{ readonly cut: readonly CutRequest[]; readonly stepMs: number }> {
  await startServer(state, server);
  const beganAt = performance.now();
  const cut = [...(await Promise.all(sendAll(state, kills)))];
  // The kills are spread from the first moment to somewhat after the last answer, on any machine.
  const stepMs = (1.3 * (performance.now() - beganAt)) / kills;
  for (let kill = 0; kill < kills; kill += 1) {
    const sent = sendAll(state, kill);
    await delay(kill * stepMs);
    await server.kill();
    cut.push(...(await Promise.all(sent)));
    await startServer(state, server);
  }
  return { cut, stepMs };
}

async function startServer({ account, client }: KeysState, server: DrilledServer): Promise<void> {
  server.start();
  await server.ready();
  // The first request of a process takes longer than all that follow.
  await client.credits(account.token);
}

/** Checks the credits, leftover files and the log after an orderly stop of the server. */
async function checkEnd(
  { account, client, violations }: KeysState,
  {
    folder,
    server,
    requests,
  }: { folder: DrillFolder; server: DrilledServer; requests: readonly KeyedRequest[] },
): Promise<void> {
  const accounts = [account];
  const available = await availableCredits({ accounts, client, violations });
  const cost = requests.reduce((sum, { credits }) => sum + credits, 0);
  violations.expectEqual('credits charged in all', CREDITS - (available[0] ?? 0), cost);
  violations.expectEqual('the end of the server after SIGTERM', await server.stop(), 'exit code 0');
  for (const file of leftoverFiles(folder)) violations.add(`a file is left: ${file}`);
  for (const line of loggedErrors(folder)) violations.add(`the server logged an error: ${line}`);
  await auditLedger({ accounts, folder, violations }, available);
}
