import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConfiguredChecker } from '@dialproof/checkers/settings';
import { OUTAGE_REASONS, type ServiceObserver, type VerificationService } from '@dialproof/core';
import type { ObservedRequest } from '@dialproof/http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from './log.js';

/** In seconds: calls of a checker and requests, from an answer out of memory to the deadline of a slow upstream. */
const SHORT = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** In seconds: uploads and tasks, from a file of a few rows to one that waited for its checker for a day. */
const LONG = [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400];

/** The parts of a request that metrics use, without its account and its address. */
interface RequestCounter {
  onRequest(request: Pick<ObservedRequest, 'durationMs' | 'operation' | 'status'>): void;
}

/** Counts what the service and the HTTP contract do, in metrics of `registry`. Durations are in seconds. */
function prometheusObserver(registry: Registry): Required<ServiceObserver> & RequestCounter {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, buckets, labelNames, registers: [registry] });

  const checks = counter(
    'dialproof_checks_total',
    'Checks of numbers, each attempt, by outcome',
    'purpose',
    'outcome',
  );
  const calls = histogram(
    'dialproof_checker_call_seconds',
    'Calls of the checker, by how they ended',
    SHORT,
    'purpose',
    'ending',
  );
  const uploads = histogram('dialproof_upload_seconds', 'Submitted files, by outcome', LONG, 'outcome');
  const rows = counter('dialproof_rows_total', 'Rows with a number that got their status', 'status');
  const failedRows = counter(
    'dialproof_rows_check_failed_total',
    'Rows that are unknown because their check failed',
  );
  const tasks = histogram(
    'dialproof_task_seconds',
    'Tasks that ended, from upload to end',
    LONG,
    'status',
    'reason',
  );
  const credits = counter(
    'dialproof_credits_total',
    'Credits that were held, and of these charged',
    'purpose',
    'change',
  );
  const requests = histogram(
    'dialproof_request_seconds',
    'Requests until their reply began',
    SHORT,
    'operation',
    'status',
  );
  return {
    onCall({ checks: outcomes, durationMs, ending, purpose }) {
      calls.observe({ purpose, ending }, durationMs / 1_000);
      for (const [outcome, count] of Object.entries(outcomes)) checks.inc({ purpose, outcome }, count);
    },
    onUpload({ durationMs, outcome }) {
      uploads.observe({ outcome }, durationMs / 1_000);
    },
    onRows({ checksFailed, statuses }) {
      for (const [status, count] of Object.entries(statuses)) rows.inc({ status }, count);
      failedRows.inc(checksFailed);
    },
    onTaskEnd({ durationMs, failureReason, status }) {
      tasks.observe({ status, reason: failureReason ?? 'none' }, durationMs / 1_000);
    },
    onCredits({ change, credits: count, purpose }) {
      credits.inc({ purpose, change }, count);
    },
    onRequest({ durationMs, operation = 'none', status }) {
      requests.observe({ operation, status }, durationMs / 1_000);
    },
  };
}

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
