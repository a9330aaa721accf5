import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConfiguredChecker } from '@dialproof/checkers/settings';
import { OUTAGE_REASONS, type VerificationService } from '@dialproof/core';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../log/logging.js';
import { prometheusObserver } from './prometheus-observer.js';

export const METRICS_PATH = '/metrics';

export interface Metrics {
  readonly registry: Registry;
  /** For the service and the contract. */
  readonly observer: ReturnType<typeof prometheusObserver>;
}

/** The parts whose values are read with the metrics. */
export interface MeasuredParts extends Partial<Pick<ConfiguredChecker, 'costReports'>> {
  readonly service: Pick<VerificationService, 'checkerOutage'>;
}

/** Metrics of the process, the service and the contract, in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, observer: prometheusObserver(registry) };
}

/** Adds the metrics that are polled: an outage, and the cost of the upstreams by the prices of the settings. */
export function measureParts({ registry }: Metrics, { costReports, service }: MeasuredParts): void {
  new Gauge({
    name: 'dialproof_checker_outage',
    help: '1 while no number can be checked for this reason, as far as this process knows',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      const outage = await service.checkerOutage();
      for (const reason of OUTAGE_REASONS) this.set({ reason }, reason === outage ? 1 : 0);
    },
  });
  if (costReports?.() === undefined) return;
  new Counter({
    name: 'dialproof_upstream_cost_total',
    help: 'What the upstream costs since the start, in the unit of its price',
    labelNames: ['checker'],
    registers: [registry],
    collect() {
      // The report is the sum since the start, as a counter is.
      this.reset();
      for (const { name, report } of costReports() ?? []) this.inc({ checker: name }, report.cost);
    },
  });
}

/** `GET /metrics` for Prometheus, if there are metrics. Returns false for every other request. */
export function answerMetrics(
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (metrics === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  const [path] = (request.url ?? '').split('?', 1);
  if (path !== METRICS_PATH) return false;
  const { registry } = metrics;
  registry.metrics().then(
    (text) => {
      response
        .writeHead(200, {
          'content-type': registry.contentType,
          'content-length': Buffer.byteLength(text),
          'cache-control': 'no-store',
        })
        .end(request.method === 'HEAD' ? '' : text);
    },
    (error: unknown) => {
      log.error({ error }, 'the metrics cannot be read');
      response.writeHead(500).end();
    },
  );
  return true;
}
