import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { latencyLine, PacedChecks, percentile } from './paced-checks.js';

describe('paced checks', () => {
  it('go on while the ones before have no answer', async () => {
    const waiting: ServerResponse[] = [];
    let worked = 0;
    let reached = () => {};
    const enough = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const server = createServer((_, response) => {
      if (waiting.length >= 3) return void response.end();
      waiting.push(response);
      if (waiting.length === 3) reached();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    // A server that listens on TCP has an address of this form.
    const { port } = server.address() as AddressInfo;
    const checks = new PacedChecks({ port, token: 'token', everyMs: 50, workMs: () => 7 * worked++ });
    checks.start();
    await enough;
    for (const response of waiting) response.writeHead(503).end();
    await checks.stop();

    expect(checks.statuses().get(503)).toBe(3);
    expect(checks.work()[0]).toBeGreaterThanOrEqual(7);
    expect(checks.latencies()).toHaveLength(
      [...checks.statuses().values()].reduce((sum, each) => sum + each, 0),
    );
  });
});

describe('the line of latencies', () => {
  it('has median, p99 and maximum of values in order', () => {
    expect(latencyLine(Array.from({ length: 101 }, (_, ms) => ms))).toBe(
      '101, median 50.0 ms, p99 99.0 ms, longest 100.0 ms',
    );
    expect(percentile([], 0.5)).toBeNaN();
  });
});
