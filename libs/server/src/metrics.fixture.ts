import type { ConfiguredChecker } from '@dialproof/checkers/settings';
import { createMetrics, type MeasuredParts, measureParts } from './metrics.js';

/** The values of a metric by the values of its labels, in the order of their names. */
export function values({ samples }: Exposition, name: string): Record<string, number> {
  return Object.fromEntries(
    samples
      .filter((sample) => sample.name === name)
      .map(({ labels, value }) => {
        const names = Object.keys(labels).sort();
        return [names.map((label) => labels[label]).join(' '), value];
      }),
  );
}

/** The metrics after one fact of every kind. */
export async function everyMetric(): Promise<Exposition> {
  const metrics = createMetrics();
  const { observer, registry } = metrics;
  measureParts(metrics, pricedParts());
  observer.onCall({ purpose: 'single', ending: 'answered', durationMs: 20, checks: { dead: 1 } });
  observer.onUpload({ outcome: 'queued', rows: 1, durationMs: 40 });
  const statuses = { wa_registered: 0, telegram_registered: 0, dead: 1, inactive: 0, unknown: 0 };
  observer.onRows({ statuses, checksFailed: 0, verified: 1 });
  observer.onTaskEnd({ status: 'failed', failureReason: 'cancelled', durationMs: 60, rows: 1 });
  observer.onCredits({ purpose: 'batch', change: 'charged', credits: 1 });
  observer.onRequest({ operation: undefined, status: 405, durationMs: 1 });
  return readExposition(await registry.metrics());
}

export function pricedParts(): MeasuredParts {
  const nothing = { numbers: 0, cost: 0 };
  const report = {
    calls: 3,
    failedCalls: 0,
    numbers: 3,
    cost: 0.012,
    possiblyCharged: nothing,
    byAnswer: {
      wa_registered: nothing,
      telegram_registered: nothing,
      dead: { numbers: 3, cost: 0.012 },
      inactive: nothing,
      unknown: nothing,
      check_failed: nothing,
    },
  };
  const costReports: ConfiguredChecker['costReports'] = () => [{ name: 'twilio', report }];
  return { costReports, service: { checkerOutage: async () => null } };
}

/** One sample, as a line of Prometheus's text format. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly samples: readonly Sample[];
  /** The kinds of the metrics that are declared, by name. */
  readonly types: ReadonlyMap<string, string>;
}

const SAMPLE = /^([a-z_]\w*)(?:\{((?:[a-z_]\w*="[^"\\\n]*",?)+)\})? (\S+)$/i;
const TYPE = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/;

/** Reads the text format of Prometheus. Throws for a malformed line, and for a sample of an undeclared metric. */
export function readExposition(text: string): Exposition {
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue;
    const [, declared, type] = TYPE.exec(line) ?? [];
    if (declared !== undefined && type !== undefined) {
      types.set(declared, type);
      continue;
    }
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`);
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    if (!types.has(name) && types.get(family) !== 'histogram') throw new Error(`not declared: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
    samples.push({ name, labels: Object.fromEntries(pairs), value: readValue(value) });
  }
  return { samples, types };
}

/** Prometheus reads numbers as Go does, which takes NaN in any case: prom-client writes `Nan`. */
function readValue(text: string): number {
  if (/^nan$/i.test(text)) return Number.NaN;
  const value = Number(text.replace(/^([+-]?)Inf$/, '$1Infinity'));
  if (Number.isNaN(value)) throw new Error(`no number: ${text}`);
  return value;
}
