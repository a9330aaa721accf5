import { expect, it } from 'vitest';
import { barChart } from './bar-chart.js';

const GROUPS = [
  {
    title: 'narrow & quoted, "1"',
    bars: [
      { name: 'script <hurried>', value: 1_600.4, isOurs: false },
      { name: 'server', value: 400.1, isOurs: true },
    ],
  },
  { title: 'workbook', bars: [{ name: 'server', value: 12.345, isOurs: true }] },
];

it('draws each value as a bar in the scale of its group, and writes it beside', () => {
  const svg = barChart(GROUPS, 'ms');
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"[^>]*class="(\w+)"/g)].map(
    ([, width, className]) => [Number(width), className],
  );
  expect(widths).toEqual([
    [430, 'other'],
    [107.5, 'ours'],
    [430, 'ours'],
  ]);
  expect(svg.match(/>[^<]* ms</g)).toEqual(['>1,600 ms<', '>400 ms<', '>12.3 ms<']);
});

it('escapes names and says all values as text', () => {
  const svg = barChart(GROUPS, 'ms');
  expect(svg).toContain('>narrow &amp; quoted, &quot;1&quot;<');
  expect(svg).toContain(
    'aria-label="narrow &amp; quoted, &quot;1&quot;: script &lt;hurried> 1,600 ms, server 400 ms. workbook: server 12.3 ms"',
  );
});
