// Delivers the waiting events of a database, again and again, until it is killed.
import { systemClock } from '@dialproof/core';
import { SqlEventOutbox, SqlWebhookStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { createWebhooks } from '@dialproof/webhooks';

/** The start data of the process, as JSON. */
export interface DeliveringSetting {
  readonly file: string;
  readonly certificate: string;
  /** How far its clock is ahead, so that the leases of the earlier process have ended for it. */
  readonly aheadMs: number;
}

const { aheadMs, certificate, file }: DeliveringSetting = JSON.parse(process.argv[2] ?? '{}');
const clock = { ...systemClock, now: () => Date.now() + aheadMs };
const database = await openSqliteDatabase({ file });
const webhooks = createWebhooks({
  store: new SqlWebhookStore({ database, clock }),
  outbox: new SqlEventOutbox({ database, clock }),
  clock,
  allowNetworks: ['127.0.0.1'],
  resolve: async () => ['127.0.0.1'],
  trustedCertificates: [certificate],
});
for (;;) {
  const outcome = await webhooks.work();
  if (outcome.did === 'nothing') await new Promise((resolve) => setTimeout(resolve, 20));
}
