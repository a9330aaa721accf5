import { withPostgres } from '../../../../../tools/tests/services/postgres.fixture.js';

/** Makes all reservations of a schema older by `ms`. */
export async function ageLeases(schema: string, ms: number): Promise<void> {
  const earlier = (column: string) =>
    `${column} = array(select moment - $1 from unnest(${column}) with ordinality as e(moment, n) order by n)`;
  await withPostgres((client) =>
    client.query(
      `update "${schema}".rate_leases
       set last_at = last_at - $1::double precision, ${earlier('next_at')}, ${earlier('log_at')}`,
      [ms],
    ),
  );
}
