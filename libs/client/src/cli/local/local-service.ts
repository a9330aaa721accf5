import type { ConfiguredChecker, ConfiguredCheckerOptions } from '@dialproof/checkers/settings';
import type { OutageReason, VerificationServiceOptions } from '@dialproof/core';
import type { Fetch } from '../../client-options.js';
import { wrongCommandLine } from '../failures/failure.js';
import { counted } from '../terminal/format.js';
import { assertKnownSettings, neutralizesFormulas, serviceNumbers } from './local-settings.js';
import { loadPeers, type PeerPackages } from './peer-packages.js';

/** Parts of the service that tests bring. */
export type ServiceParts = Partial<
  Pick<VerificationServiceOptions, 'checker' | 'checkAttempts' | 'checkConcurrency' | 'outageTimeoutMs'>
>;

export interface LocalServiceOptions {
  /** The environment, which names and configures the checker. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with one line for each failure that no reply shows. */
  readonly say: (line: string) => void;
  readonly parts: ServiceParts;
}

/**
 * A service in this process, in place of the server of other commands. It keeps its tasks and their rows in memory until it is
 * closed.
 */
export interface LocalService {
  /** Sends requests to it. */
  readonly fetch: Fetch;
  /** The name of the checker, for people. */
  readonly verifiedBy: string;
  /** The possible cost of numbers, in a sentence. */
  forecast(numbers: number): string;
  /** The calls and their cost, in a line for each upstream with a price. */
  costLines(): readonly string[];
  /** The remedy for the outage in which a task failed, in a sentence. */
  outageAdvice(): Promise<string>;
  /** Stops the work. Calls under way have five seconds to answer. */
  close(): Promise<void>;
}

const CHECK_CONCURRENCY = 100;
/** Short, since a person waits for the result. */
const OUTAGE_TIMEOUT_MS = 300_000;
/** Progress grows by this many numbers. A bulk call has at most a chunk, and the service's own chunk size fits bulk calls. */
const CHUNK_SIZE = 50;
/** The longest time of a timer: a pager such as `less` may hold a result for hours, and nobody else waits. */
const STALL_TIMEOUT_MS = 2_147_483_647;

/**
 * Opens a service with the checker of the environment, after its credentials were tested if that is free. Rejects with a `CommandFailure`
 * if a package is missing, a setting is wrong or an upstream refuses it.
 */
export async function openLocalService({ env, parts, say }: LocalServiceOptions): Promise<LocalService> {
  const { core, http, settings } = await loadPeers();
  assertKnownSettings(env, settings);
  const { checkConcurrency: mostChecks = CHECK_CONCURRENCY, ...options } = serviceNumbers(env, 'service');
  const { checkDeadlineMs } = options;
  const [sandbox, tableLimits] = [serviceNumbers(env, 'sandbox'), serviceNumbers(env, 'tables')];
  const neutralizeFormulas = neutralizesFormulas(env);
  const checking = await triedChecker(settings, env, {
    ...(checkDeadlineMs === undefined ? {} : { checkDeadlineMs }),
    sandbox,
    onFailedEntry: (problem) => say(`http: ${problem}`),
    onLinkFailure: ({ error, name }) => say(`${name}: ${error}`),
  });
  const { checker, checkConcurrency, maxCallsPerSecond, names } = checking;
  const service = core.createVerificationService({
    ledger: new core.UnlimitedLedger(),
    store: new core.MemoryTaskStore(),
    queue: new core.InProcessTaskQueue(),
    checker,
    maxCallsPerSecond,
    checkConcurrency: Math.min(mostChecks, checkConcurrency),
    outageTimeoutMs: OUTAGE_TIMEOUT_MS,
    ...options,
    ...(core.isBulkNumberChecker(checker) ? {} : { chunkSize: CHUNK_SIZE }),
    tableLimits,
    neutralizeFormulas,
    onError: ({ message }) => say(message),
    ...parts,
  });
  await service.start();
  const handle = http.createFetchHandler({
    service,
    account: () => 'this-program',
    stallTimeoutMs: STALL_TIMEOUT_MS,
    onError: (error) => say(String(error)),
  });
  return {
    fetch: (url, init) => handle(new Request(url, init)),
    verifiedBy: checkersText(names),
    forecast: (numbers) => costForecast(checking, numbers),
    costLines: () => costLines(checking),
    outageAdvice: async () => OUTAGE_ADVICE[(await service.checkerOutage()) ?? 'checker_unavailable'],
    async close() {
      handle.close();
      await service.close();
    },
  };
}

async function triedChecker(
  { CheckerSettingsError, configuredChecker, findCheckers }: PeerPackages['settings'],
  env: LocalServiceOptions['env'],
  options: Omit<ConfiguredCheckerOptions, 'checkers'>,
): Promise<ConfiguredChecker> {
  try {
    const checking = configuredChecker({ ...options, checkers: findCheckers(env)() });
    await checking.tryOut();
    return checking;
  } catch (error) {
    throw error instanceof CheckerSettingsError ? wrongCommandLine(error.message) : error;
  }
}

const OUTAGE_ADVICE: Readonly<Record<OutageReason, string>> = {
  checker_unavailable: 'The checker does not answer: try again later.',
  checker_unauthorized: 'The checker refuses the credentials: correct them and try again.',
  checker_suspended: 'The account at the checker is suspended: settle that with its provider and try again.',
  checker_out_of_funds: 'The account at the checker has no funds left: top it up and try again.',
  sandbox_outage: 'The sandbox makes this outage up, for the numbers that begin with +1 999 555 7.',
};

/** The calls and the cost of each upstream with a price, and the sum of several. */
export function costLines({ costReports }: Pick<ConfiguredChecker, 'costReports'>): readonly string[] {
  const reports = costReports() ?? [];
  const lines = reports.map(({ name, report }) => {
    const { calls, cost, numbers, possiblyCharged } = report;
    const unsure =
      possiblyCharged.cost === 0
        ? ''
        : `, ${money(possiblyCharged.cost)} of it for calls without an answer that can be read, which may have been charged`;
    return `${name}: ${counted(calls, 'call')} about ${counted(numbers, 'number')}, which cost ${money(cost)}${unsure}`;
  });
  if (reports.length < 2) return lines;
  return [...lines, `All together: ${money(reports.reduce((sum, { report }) => sum + report.cost, 0))}`];
}

/** The possible cost of numbers, before any of them is checked. */
export function costForecast(
  { highestCost, names }: Pick<ConfiguredChecker, 'highestCost' | 'names'>,
  numbers: number,
): string {
  const by = `Verified by ${namesText(names)}`;
  const cost = highestCost(numbers);
  if (cost === undefined) return `${by}. What it costs is not known: not every upstream has a price.`;
  if (cost === 0) return `${by}. It costs nothing.`;
  return `${by}. It costs at most ${money(cost)} by the prices that are set, if each number is asked about once.`;
}

/** `twilio`; `the sandbox (its results are MADE UP)`. For what stands beside results. */
function checkersText(names: readonly string[]): string {
  const text = namesText(names);
  return names.includes('sandbox') ? `${text} (its results are MADE UP)` : text;
}

function namesText(names: readonly string[]): string {
  return names.map((name) => (name === 'sandbox' ? 'the sandbox' : name)).join(', ');
}

/** Costs are exact to a millionth. */
function money(amount: number): string {
  return amount.toLocaleString('en', { maximumFractionDigits: 6 });
}
