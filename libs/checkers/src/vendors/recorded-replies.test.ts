import { readdirSync } from 'node:fs';
import { type E164, isDialproofError } from '@dialproof/core';
import { startFakeUpstream } from '@dialproof/testkit/upstreams';
import { describe, expect, it } from 'vitest';
import { STATUS_OF_FINDING } from '../line-state.js';
import { ask } from '../upstream/upstream-subjects.fixture.js';
import { recordedOf, secretsOf } from './recorded.fixture.js';
import { VENDOR_NAMES, VENDORS, type VendorName, vendorChecker } from './vendor.js';

/** The code of the error of each refusal; undefined for a failed check. */
const REFUSED: Readonly<Record<string, string | undefined>> = {
  unauthorized: 'checker_unauthorized',
  suspended: 'checker_suspended',
  out_of_funds: 'checker_out_of_funds',
  unavailable: 'checker_unavailable',
  // These refusals name no time to wait.
  throttled: undefined,
  failed: undefined,
};

async function checked(name: VendorName, httpStatus: number, body: unknown) {
  const { token } = recordedOf(name);
  const upstream = await startFakeUpstream(({ path }) =>
    path === token?.path ? { status: 200, body: token.body } : { status: httpStatus, body },
  );
  const checker = vendorChecker(name, { baseUrl: upstream.baseUrl, secrets: secretsOf(name) });
  // The number of a file that is reviewed.
  const number = recordedOf(name).number as E164;
  const outcome = await ask(checker, [number]).then(
    ([answer]) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  await upstream.close();
  return outcome;
}

describe.each(VENDOR_NAMES)('%s', (name) => {
  const { replies } = recordedOf(name);

  it.each(replies.map((reply) => [reply.reply, reply.gives, reply] as const))(
    '%s gives %s',
    async (_reply, gives, { body, httpStatus }) => {
      const outcome = await checked(name, httpStatus, body);
      if (gives in REFUSED) {
        const code = REFUSED[gives];
        expect(outcome).toHaveProperty('error');
        const { error } = outcome as { error: unknown };
        if (code === undefined) expect(error).toHaveProperty('name', 'UpstreamFailure');
        else expect(isDialproofError(error) && error.code).toBe(code);
        return;
      }
      const status = STATUS_OF_FINDING[gives as keyof typeof STATUS_OF_FINDING];
      expect(outcome).toMatchObject({ answer: { status, source: name } });
      expect(outcome).toHaveProperty('answer.reason', expect.stringMatching(`^${gives}\\b`));
    },
  );

  it('has a reason and a page of the vendor for each reply', () => {
    for (const { because, document } of replies) {
      expect(because.length).toBeGreaterThan(10);
      expect(document).toMatch(/^https:\/\//);
    }
  });

  it('has a page of the vendor for its token and its submission, where it has them', () => {
    const { submitted, token } = recordedOf(name);
    const { poll, token: described } = VENDORS[name].description;
    expect(token === undefined).toBe(described?.oauth === undefined);
    expect(submitted === undefined).toBe(poll === undefined);
    for (const part of [submitted, token]) expect(part?.document ?? 'https://').toMatch(/^https:\/\//);
  });

  it('has a reply for each value that its description lists', () => {
    const text = JSON.stringify(replies.map(({ body }) => body));
    const { answer } = VENDORS[name].description as unknown as {
      answer: { status: { values?: Record<string, string> }[] };
    };
    const listed = answer.status.flatMap(({ values = {} }) => Object.keys(values));
    expect(listed.filter((value) => !text.includes(value))).toEqual([]);
  });

  it('says what it knows, what it costs and how it is tried', () => {
    const { documents, ...vendor } = VENDORS[name];
    for (const text of [vendor.knows, vendor.cannotKnow, vendor.price, vendor.limits, vendor.sandbox])
      expect(text).toMatch(/\.$/);
    for (const url of Object.values(documents)) expect(url).toMatch(/^https:\/\//);
    expect(vendor.description.name).toBe(name);
    expect(() => vendorChecker(name, { secrets: secretsOf(name) })).not.toThrow();
  });
});

describe('the vendors', () => {
  it('are the files of the folder', () => {
    const files = (folder: string) =>
      readdirSync(new URL(folder, import.meta.url)).filter((file) => file.endsWith('.json'));
    const named = VENDOR_NAMES.map((name) => `${name}.json`);
    expect(files('./')).toEqual(named);
    expect(files('./replies/')).toEqual(named);
  });

  it('refuse a name that is none', () => {
    expect(() => vendorChecker('example' as VendorName, {})).toThrow(TypeError);
  });
});
