import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accountRegistryContract } from '../accounts/account-registry-contract.js';
import { authenticatorContract } from '../accounts/authenticator-contract.js';
import { taskArchiveContract } from '../archive/task-archive-contract.js';
import { bulkNumberCheckerContract } from '../checkers/bulk-number-checker-contract.js';
import { numberCheckerContract } from '../checkers/number-checker-contract.js';
import { creditLedgerContract } from '../ledger/credit-ledger-contract.js';
import { observationStoreContract } from '../observations/observation-store-contract.js';
import { eventOutboxContract } from '../outbox/event-outbox-contract.js';
import { taskQueueContract } from '../queue/task-queue-contract.js';
import { replayStoreContract } from '../replay/replay-store-contract.js';
import { taskStoreContract } from '../tasks/task-store-contract.js';
import { webhookStoreContract } from '../webhooks/webhook-store-contract.js';
import type { TestRunner } from './test-runner.js';

const docs = new URL('../../../../docs/', import.meta.url);
/** Suites without a guide: a host's own code calls these ports and does not implement them. */
const guides = readdirSync(docs).filter((name) => /^own-(?!code\b).*\.md$/.test(name));

/** The titles of every case of the suites that are for ports. */
function titlesOfCases(): readonly string[] {
  const titles: string[] = [];
  const runner: TestRunner = {
    describe: (_, body) => body(),
    it: (title) => void titles.push(title),
  };
  const never = () => Promise.reject(new Error('no case is run here'));
  accountRegistryContract(runner, never);
  authenticatorContract(runner, never);
  bulkNumberCheckerContract(runner, never);
  numberCheckerContract(runner, never);
  creditLedgerContract(runner, never);
  taskQueueContract(runner, never);
  taskStoreContract(runner, never);
  taskArchiveContract(runner, never);
  replayStoreContract(runner, never);
  eventOutboxContract(runner, never);
  observationStoreContract(runner, never);
  webhookStoreContract(runner, never);
  return titles;
}

/** The texts in backticks in the second column of the table at the end of a guide: titles, or their ends. */
function casesNamedIn(guide: string): readonly string[] {
  const [, table = ''] = readFileSync(new URL(guide, docs), 'utf8').split('| mistake | case of the suite |');
  return table.split('\n').flatMap((row) => {
    const [, , named = ''] = row.split('|');
    return Array.from(named.matchAll(/`([^`]+)`/g), ([, title = '']) => title);
  });
}

describe('the guides in docs/', () => {
  it.each(guides)('name cases that there are: %s', (guide) => {
    const named = casesNamedIn(guide);
    expect(named).not.toEqual([]);
    const titles = titlesOfCases();
    expect(named.filter((name) => !titles.some((title) => title.endsWith(name)))).toEqual([]);
  });
});
