/** A noun in the forms that a language counts it in, such as one and other (Unicode CLDR's plural rules). */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Writes a count with its noun: `1 row`, `2,000 rows`. */
export function counted(language: string, forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(language);
  return (count) => `${format.format(count)} ${forms[rules.select(count)] ?? forms.other}`;
}
