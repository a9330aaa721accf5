// Checks the numbers of the tasks of a database until it is killed, and logs each call and each answer.
import { openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createVerificationService, InProcessTaskQueue } from '@dialproof/core';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openDatabase, type StoreAddress } from './store-address.js';

/** The start data of the process, as JSON. */
export interface AnsweringSetting {
  readonly store: StoreAddress;
  readonly log: string;
  readonly checkMs: number;
  readonly concurrency: number;
}

// Written by the drill that starts this process.
const setting = JSON.parse(process.argv[2] ?? '') as AnsweringSetting;
const log = openSync(setting.log, 'a');
// At once: what a process has only in its memory is lost by a kill.
const note = (what: 'call' | 'answer', number: string): void => {
  writeSync(log, `${what} ${number} ${performance.now()}\n`);
};

const database = await openDatabase(setting.store);
const service = createVerificationService({
  store: new SqlTaskStore({ database }),
  ledger: new SqlCreditLedger({ database }),
  checker: {
    check: async (number) => {
      note('call', number);
      await delay(setting.checkMs);
      note('answer', number);
      return 'inactive';
    },
  },
  checkConcurrency: setting.concurrency,
  queue: new InProcessTaskQueue(),
});
// Without the drill, its work has no purpose.
process.on('disconnect', () => process.exit(1));
await service.start({ soleProcess: true });
