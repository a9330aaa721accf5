import { readFileSync } from 'node:fs';
import { DialproofError, type NumberChecker } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { type Exposition, everyMetric, pricedParts, readExposition, values } from './metrics.fixture.js';
import { createMetrics, measureParts } from './metrics.js';
import { result, submit, submitted, type TrialServer, trialServer, verify } from './trial-server.fixture.js';

/** Numbers that end in 9 fail. */
const checker: NumberChecker = {
  async check(number) {
    if (number.endsWith('9')) throw new Error('the upstream answered 502');
    return number.endsWith('1') ? 'wa_registered' : 'dead';
  },
};

async function scrape({ origin }: Pick<TrialServer, 'origin'>): Promise<Exposition> {
  const response = await fetch(`${origin}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return readExposition(await response.text());
}

/** Metrics in which all values of this one add up to `sum`: a task's end can be seen a moment before it is counted. */
async function scrapeWith(server: TrialServer, name: string, sum: number): Promise<Exposition> {
  for (;;) {
    const seen = await scrape(server);
    if (Object.values(values(seen, name)).reduce((all, one) => all + one, 0) >= sum) return seen;
  }
}

describe('GET /metrics', () => {
  it('is nothing unless it is turned on', async () => {
    const server = await trialServer({}, { checker });
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  });

  it('counts the work of the server, failures and retries included', async () => {
    const server = await trialServer({ metrics: 'on', checkAttempts: 1 }, { checker });
    await verify(server, '+14155550101');
    await verify(server, '+14155550109');
    await verify(server, 'nobody');
    const taskId = await submitted(
      server,
      'phone\n+14155550111\n+14155550112\n+14155550112\n+14155550119\nnone\n',
    );
    await result(server, taskId);
    await submit(server, '');
    const retry = await fetch(`${server.origin}/v1/verify/tasks/${taskId}/retry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(retry.status).toBe(202);
    await result(server, taskId);
    const seen = await scrapeWith(server, 'dialproof_task_seconds_count', 2);
    expect(values(seen, 'dialproof_checks_total')).toEqual({
      'wa_registered single': 1,
      'failed single': 1,
      'wa_registered batch': 1,
      'dead batch': 1,
      'failed batch': 2,
    });
    expect(values(seen, 'dialproof_checker_call_seconds_count')).toEqual({
      'answered single': 1,
      'failed single': 1,
      'answered batch': 2,
      'failed batch': 2,
    });
    // The row whose check failed is counted again by the retry.
    expect(values(seen, 'dialproof_rows_total')).toMatchObject({ wa_registered: 1, dead: 2, unknown: 2 });
    expect(values(seen, 'dialproof_rows_check_failed_total')).toEqual({ '': 2 });
    expect(values(seen, 'dialproof_task_seconds_count')).toEqual({ 'none done': 2 });
    expect(values(seen, 'dialproof_upload_seconds_count')).toEqual({ queued: 1, empty_file: 1 });
    expect(values(seen, 'dialproof_credits_total')).toEqual({
      'held single': 2,
      'charged single': 1,
      'held batch': 5,
      'charged batch': 2,
    });
    expect(values(seen, 'dialproof_request_seconds_count')).toMatchObject({
      'verify 200': 2,
      'verify 422': 1,
      'submit 202': 1,
      'submit 422': 1,
      'retry 202': 1,
      'download 200': 2,
    });
    const text = JSON.stringify(seen.samples);
    for (const secret of ['4155550', server.token, taskId, 'customers']) expect(text).not.toContain(secret);
  });

  it('shows that no number can be checked, and why', async () => {
    const check = () => Promise.reject(new DialproofError('checker_out_of_funds'));
    const server = await trialServer({ metrics: 'on' }, { checker: { check } });
    const outage = async () => values(await scrape(server), 'dialproof_checker_outage');
    const none = {
      checker_unavailable: 0,
      checker_unauthorized: 0,
      checker_suspended: 0,
      checker_out_of_funds: 0,
      sandbox_outage: 0,
    };
    expect(await outage()).toEqual(none);
    await verify(server, '+14155550101');
    expect(await outage()).toEqual({ ...none, checker_out_of_funds: 1 });
  });

  it('answers HEAD, and leaves other methods alone', async () => {
    const { origin } = await trialServer({ metrics: 'on' }, { checker });
    const head = await fetch(`${origin}/metrics`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});

describe('the metrics', () => {
  it('have the cost that a checker reports, the same however often they are read', async () => {
    const metrics = createMetrics();
    measureParts(metrics, pricedParts());
    await metrics.registry.metrics();
    const seen = readExposition(await metrics.registry.metrics());
    expect(values(seen, 'dialproof_upstream_cost_total')).toEqual({ twilio: 0.012 });
  });

  it('are in seconds', async () => {
    const seen = await everyMetric();
    expect(values(seen, 'dialproof_checker_call_seconds_sum')).toEqual({ 'answered single': 0.02 });
    expect(values(seen, 'dialproof_task_seconds_sum')).toEqual({ 'cancelled failed': 0.06 });
  });
});

describe('the Grafana dashboard', () => {
  const source = readFileSync(new URL('../grafana-dashboard.json', import.meta.url), 'utf8');
  const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(source);
  const queries = dashboard.panels.flatMap(({ targets, title }) =>
    targets.map(({ expr }) => ({ title, expr })),
  );

  /** Labels that Prometheus adds itself. */
  const ADDED = ['instance', 'job'];

  it.each(queries)('asks for metrics and labels that exist: $title, $expr', async ({ expr }) => {
    const { samples } = await everyMetric();
    const names = expr.match(/\b(?:dialproof|nodejs|process)_\w+/g) ?? [];
    expect(names).not.toEqual([]);
    const asked = [
      ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', ')),
      ...[...expr.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
    ];
    for (const name of names) {
      const found = samples.find((sample) => sample.name === name);
      expect(found, name).toBeDefined();
      expect([...Object.keys(found?.labels ?? {}), ...ADDED]).toEqual(expect.arrayContaining(asked));
    }
  });

  it('shows every metric of ours', async () => {
    const { types } = await everyMetric();
    const ours = [...types.keys()].filter((name) => name.startsWith('dialproof_'));
    expect(ours.filter((name) => !source.includes(name))).toEqual([]);
  });

  it('finds its instances by a metric that exists', async () => {
    const { types } = await everyMetric();
    const [, name = ''] = /label_values\((\w+), instance\)/.exec(source) ?? [];
    expect(types.has(name)).toBe(true);
  });
});

describe('docs/measuring.md', () => {
  const page = readFileSync(new URL('../../../docs/measuring.md', import.meta.url), 'utf8');

  it('lists each metric with its kind and its labels', async () => {
    const { samples, types } = await everyMetric();
    const listed = [...page.matchAll(/^\| `(dialproof_\w+)` \| (\w+) \| (.*) \|$/gm)].map(
      ([, name = '', kind = '', rest = '']) => {
        const labels = [...rest.matchAll(/`(\w+)`(?=,|;| \(|$)/g)].map(([, label]) => label);
        return `${name} ${kind} ${labels.join()}`;
      },
    );
    const there = [...types]
      .filter(([name]) => name.startsWith('dialproof_'))
      .map(([name, kind]) => {
        const sample = samples.find((one) => one.name === (kind === 'histogram' ? `${name}_count` : name));
        return `${name} ${kind} ${Object.keys(sample?.labels ?? {}).join()}`;
      });
    expect(listed.sort()).toEqual(there.sort());
  });

  it('alerts by metrics that exist', async () => {
    const { samples } = await everyMetric();
    const names = [...page.matchAll(/^ {2}expr: (.*)$/gm)].flatMap(
      ([, expr]) => expr?.match(/dialproof_\w+/g) ?? [],
    );
    expect(names.length).toBeGreaterThan(2);
    expect(samples.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });
});
