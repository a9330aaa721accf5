import { type ListRun, VERIFICATION_STATUSES, type VerificationStatus } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { StatusName } from '../parts/status-name.js';
import { Row, Table } from '../parts/table.js';

export interface StatusTrendsProps {
  /** Those that are done, the oldest first, one at least. */
  readonly runs: readonly ListRun[];
}

/** Each status: how many rows have it now, and how that came about. */
export function StatusTrends({ runs }: StatusTrendsProps) {
  const { texts, formats } = useTools();
  const total = Math.max(...runs.map((run) => run.total));
  return (
    <div class="statuses">
      <Table
        label={texts.lists.now}
        columns={[
          { name: texts.words.status, kind: 'name' },
          { name: texts.words.rows, kind: 'count' },
          { name: texts.lists.overTime },
        ]}
      >
        {VERIFICATION_STATUSES.map((status) => {
          const counts = runs.map(({ summary }) => summary[status]);
          return (
            <Row key={status}>
              <StatusName status={status} />
              {formats.number(counts.at(-1) ?? 0)}
              {runs.length > 1 ? <Trend status={status} counts={counts} total={total} /> : '–'}
            </Row>
          );
        })}
      </Table>
    </div>
  );
}

interface TrendProps {
  readonly status: VerificationStatus;
  /** The oldest first, two at least. */
  readonly counts: readonly number[];
  readonly total: number;
}

const [WIDTH, HEIGHT, EDGE] = [96, 28, 4];
/** A line over the whole height is a change of at least this share of the rows, so that a single row does not look like a landslide. */
const LEAST_SHARE = 0.05;

/** The counts of a status as a line, and how the last one differs from the one before. */
function Trend({ status, counts, total }: TrendProps) {
  const { texts, formats } = useTools();
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const span = Math.max(most - least, total * LEAST_SHARE);
  const bottom = (most + least - span) / 2;
  const points = counts.map((count, index) => [
    EDGE + (index / (counts.length - 1)) * (WIDTH - 2 * EDGE),
    HEIGHT - EDGE - ((count - bottom) / span) * (HEIGHT - 2 * EDGE),
  ]);
  const [first = 0, before = 0, last = 0] = [counts[0], counts.at(-2), counts.at(-1)];
  const [x, y] = points.at(-1) ?? [];
  return (
    <span class="trend">
      <svg
        class={status}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={texts.lists.trend(formats.number(first), formats.number(last), counts.length)}
      >
        <polyline points={points.map((point) => point.join()).join(' ')} />
        <circle cx={x} cy={y} r="3" />
      </svg>
      <small title={texts.lists.change}>{formats.change(last - before)}</small>
    </span>
  );
}
