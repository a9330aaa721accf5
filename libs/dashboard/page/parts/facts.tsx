export interface Fact {
  readonly label: string;
  /** Null or undefined: it is not known, and not shown. */
  readonly value: string | null | undefined;
}

/** Names with their values, a line each. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
