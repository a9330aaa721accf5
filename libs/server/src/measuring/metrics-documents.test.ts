import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everyMetric } from './metrics.fixture.js';

describe('the Grafana dashboard', () => {
  const source = readFileSync(new URL('../../grafana-dashboard.json', import.meta.url), 'utf8');
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
  const page = readFileSync(new URL('../../../../docs/measuring.md', import.meta.url), 'utf8');

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
