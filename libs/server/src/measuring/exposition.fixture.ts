/** One sample of the text format of Prometheus. */
export interface Sample {
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
