import {
  accountId,
  createVerificationService,
  MemoryCreditLedger,
  MemoryTaskStore,
  type ServiceObserver,
  type VerificationService,
} from '@dialproof/core';
import { createMetrics } from '@dialproof/server';
import { median, spread } from '../statistics.js';

const CHECKS = 20_000;
const AT_ONCE = 64;
const ROUNDS = 15;
const PHONE = '+14155552671';
const ACCOUNT = accountId('trial');

/** The processor time that an observer adds to an instant single check, side by side with a service without one. */
export async function benchObserverCost(): Promise<void> {
  const subjects = {
    none: null,
    'one that does nothing': { onCall() {}, onCredits() {} },
    'prom-client': createMetrics().observer,
  } satisfies Record<string, ServiceObserver | null>;
  const times = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, observer] of Object.entries(subjects)) {
      const time = await microsecondsPerCheck(await serviceWith(observer));
      // The first round warms up.
      if (round > 0) times.get(name)?.push(time);
    }
  }
  console.log(
    `observer: ${CHECKS} single checks, ${AT_ONCE} at once, ports in memory, ${ROUNDS} rounds in turn; processor time, us a check`,
  );
  const alone = median(times.get('none') ?? []);
  for (const [name, values] of times) {
    const added = name === 'none' ? '' : `, adds ${(median(values) - alone).toFixed(2)}`;
    console.log(`  ${name.padEnd(22)} ${spread(values, 2)}${added}`);
  }
}

async function serviceWith(observer: ServiceObserver | null): Promise<VerificationService> {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ACCOUNT, CHECKS);
  return createVerificationService({
    store: new MemoryTaskStore(),
    ledger,
    checker: { check: async () => 'dead' },
    queue: null,
    observer,
  });
}

async function microsecondsPerCheck(service: VerificationService): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < CHECKS; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, CHECKS - done) }, () =>
      service.verify({ accountId: ACCOUNT, phone: PHONE }),
    );
    await Promise.all(some);
  }
  const { system, user } = process.cpuUsage(before);
  return (system + user) / CHECKS;
}
