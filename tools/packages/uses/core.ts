import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { isDialproofError, type StatusSummary, type Task } from '@dialproof/core';
import { acme, memoryParts } from './memory-parts.js';

async function main(): Promise<void> {
  const { service, ledger } = await memoryParts();
  await service.start();

  const { phone, status } = await service.verify({ accountId: acme, phone: '+1 (415) 555-2671' });
  assert.deepEqual([phone, status], ['+14155552671', 'inactive']);
  const refusal: unknown = await service.verify({ accountId: acme, phone: 'nobody' }).catch((error) => error);
  assert.ok(isDialproofError(refusal) && refusal.code === 'invalid_phone');

  const content = Readable.from([Buffer.from('name,phone\nAnn,+14155552672\nBob,\n')]);
  const { taskId } = await service.submit({ accountId: acme, fileName: 'people.csv', content });
  let last: Task | undefined;
  for await (const task of service.watch({ accountId: acme, taskId })) last = task;
  const summary: StatusSummary | undefined = last?.summary;
  assert.deepEqual([summary?.inactive, summary?.unknown], [1, 1]);
  const results = await service.results({ accountId: acme, taskId });
  const pieces: Uint8Array[] = [];
  for await (const piece of results.content) pieces.push(piece);
  const table = Buffer.concat(pieces).toString().trim().split(/\r?\n/);
  assert.deepEqual(table, ['name,phone,verification_status', 'Ann,+14155552672,inactive', 'Bob,,unknown']);

  assert.deepEqual(await ledger.balance(acme), { available: 8, held: 0 });
  await service.close();
  console.log('core was used');
}

main();
