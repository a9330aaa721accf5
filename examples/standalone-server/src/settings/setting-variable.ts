import { z } from 'zod';

/** One setting: where it comes from, what it means, and how its text is read. */
export interface SettingVariable<Value> {
  /** The environment variable. */
  readonly variable: string;
  /** What it is when the variable is missing or empty, written as in the variable. */
  readonly fallback: string;
  readonly meaning: string;
  /** Reads the text. Its message is a sentence that names the variable, what was found and what was expected. */
  readonly schema: z.ZodType<Value, string>;
}

export function text(variable: string, fallback: string, meaning: string): SettingVariable<string> {
  return { variable, fallback, meaning, schema: z.string() };
}

export function wholeNumber(
  variable: string,
  fallback: number,
  { min, max }: { readonly min: number; readonly max: number },
  meaning: string,
): SettingVariable<number> {
  const schema = z
    .string()
    .refine((written) => /^\d{1,15}$/.test(written) && Number(written) >= min && Number(written) <= max, {
      error: ({ input }) => `${variable} is "${input}", expected a whole number from ${min} to ${max}.`,
    })
    .transform(Number);
  return { variable, fallback: String(fallback), meaning, schema };
}

export function choice<Choice extends string>(
  variable: string,
  fallback: Choice,
  choices: readonly Choice[],
  meaning: string,
): SettingVariable<Choice> {
  const schema = z.enum(choices, {
    error: ({ input }) => `${variable} is "${input}", expected one of: ${choices.join(', ')}.`,
  });
  // The input of an enum is its members; what comes from the environment is any text, which the enum then judges.
  return { variable, fallback, meaning, schema: z.string().pipe(schema as z.ZodType<Choice, string>) };
}
