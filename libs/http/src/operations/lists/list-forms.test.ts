import type { PhoneLists } from '@dialproof/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bearer } from '../../../../../tools/tests/fixtures/fake-service.fixture.js';
import { serveContract } from '../../fixtures/serve-contract.fixture.js';

async function posted(lists: PhoneLists | null, fields: Readonly<Record<string, string>>) {
  const submit = vi.fn();
  const served = await serveContract({ lists, submit });
  onTestFinished(() => served.close());
  const replies = ['', '/a-list/runs'].map(async (path) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob(['phone\n+41791234567\n']), 'customers.csv');
    const reply = await fetch(`${served.baseUrl}/v1/lists${path}`, { method: 'POST', body, headers: bearer });
    return [reply.status, Object(await reply.json()).detail];
  });
  return { replies: await Promise.all(replies), submit };
}

it('refuses the file of a list where there are no lists', async () => {
  const { replies, submit } = await posted(null, { name: 'customers' });
  expect(replies).toEqual([
    [501, 'not_supported'],
    [501, 'not_supported'],
  ]);
  expect(submit).not.toHaveBeenCalled();
});

it('refuses a form with a wrong field before the list or its file is touched', async () => {
  const [create, run] = [vi.fn(), vi.fn()];
  const { replies } = await posted({ create, run } as Partial<PhoneLists> as PhoneLists, { shedule: '{}' });
  expect(replies).toEqual([
    [400, 'malformed_request'],
    [400, 'malformed_request'],
  ]);
  expect([create, run].map((called) => called.mock.calls)).toEqual([[], []]);
});
