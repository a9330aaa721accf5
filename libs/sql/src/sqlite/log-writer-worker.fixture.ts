import { verbatim } from '../query.js';
import { openSqliteDatabase } from './open-sqlite-database.js';

// The program of a process that writes into a database without a pause. As soon as a thread moves its log, it prints how much was kept. The
// test names the file.
const [, , file = ''] = process.argv;
/** In these many writes a thread has long been started. */
const MAX_WRITES_ALONE = 2_000;

let hasThread = false;
process.once('worker', (thread) => thread.once('message', () => (hasThread = true)));
const database = await openSqliteDatabase({ file });
const insert = verbatim(
  "insert into balances (account_id, available, held) values ('a' || (select count(*) from balances) || hex(zeroblob(30000)), 1, 0)",
);
for (let kept = 1; hasThread || kept < MAX_WRITES_ALONE; kept += 1) {
  const durable = kept % 10 === 0;
  await database.write((session) => session.change(insert, {}), { durable });
  if (durable && hasThread) process.stdout.write(`${kept}\n`);
}
throw new Error('no thread has come to move the log');
