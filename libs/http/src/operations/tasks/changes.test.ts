import type { E164, NumberChange, TaskChanges } from '@dialproof/core';
import { expect, it } from 'vitest';
import { bearer, queuedTask } from '../../../../../tools/tests/fixtures/fake-service.fixture.js';
import { serveContract } from '../../fixtures/serve-contract.fixture.js';

const KEYS = ['A,-5', '-5', '=1,"2"'];

const changed = (key: string): NumberChange => ({
  ...{ phone: '+14155550100' as E164, change: 'came', from: null, to: 'dead', key },
  ...{ fromCheckedAt: null, toCheckedAt: null },
});

it.each([
  [false, '', KEYS],
  [true, '', ['A,-5', "'-5", `'=1,"2"`]],
  [false, '&neutralize_formulas=true', ['A,-5', "'-5", `'=1,"2"`]],
  [true, '&neutralize_formulas=false', KEYS],
])(
  'keys of a .csv are neutralised as the service says (%s), or the request (%j)',
  async (isOn, query, keys) => {
    const found = {
      changes: KEYS.map(changed),
      hasKeys: true,
      neutralizeFormulas: isOn,
      length: KEYS.length,
    };
    const served = await serveContract({
      changes: async () => ({ ...found, task: queuedTask(), nextCursor: null }) as unknown as TaskChanges,
    });
    const path = '/v1/verify/tasks/a/changes?against=b&key_column=id&format=csv';
    const reply = await fetch(`${served.baseUrl}${path}${query}`, { headers: bearer });
    const cells = keys.map((key) => (key.includes(',') ? `"${key.replaceAll('"', '""')}"` : key));
    const lines = (await reply.text()).trim().split('\n').slice(1);
    expect(lines.map((line) => line.replace(/,\+.*/, ''))).toEqual(cells);
    await served.close();
  },
);
