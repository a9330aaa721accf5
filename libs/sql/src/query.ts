import type { Compilable } from 'kysely';

declare const rowType: unique symbol;

/** A query that is compiled once and run with different values each time. */
export interface Query<Values, Row> {
  readonly sql: string;
  /** The parameters of the SQL, in their order. */
  readonly bind: (values: Values) => readonly unknown[];
  /** Carries the type of the rows. It has no value at run time. */
  readonly [rowType]?: Row;
}

/** The row of a query. */
export type RowOf<Of> = Of extends Query<infer _Values, infer Row> ? Row : never;

/** Stands for the value of that name while a query is being built. */
type ValueOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Compiles a query of Kysely's builder with named placeholders in place of values. Building and compiling one costs tens of microseconds,
 * many times the cost of running it in SQLite, so a query is compiled once, at its first use: a store has some hundred, and most processes
 * use few of them.
 *
 * The call is in two steps because TypeScript infers either all type arguments or none: the first names the values, the second lets
 * Kysely infer the row.
 */
export function compileQuery<Values extends object = Record<never, never>>() {
  return <Row>(build: (value: ValueOf<Values>) => Compilable<Row>): Query<Values, Row> => {
    const compile = () => {
      // The builder passes values unchanged to its list of parameters, whatever their type is.
      const placeholder: ValueOf<Values> = (name) => new Placeholder(name) as Values[typeof name];
      return build(placeholder).compile();
    };
    let compiled: ReturnType<typeof compile> | undefined;
    return {
      get sql() {
        compiled ??= compile();
        return compiled.sql;
      },
      bind(values) {
        compiled ??= compile();
        return compiled.parameters.map((parameter) =>
          // Placeholders are made only above, from names of `Values`.
          parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
        );
      },
    };
  };
}
