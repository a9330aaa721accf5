import { z } from 'zod';

/** The reason why the server or a command does not run, in sentences for the user, shown without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

/** One setting: its variable, its meaning, and the reader of its text. */
export interface SettingVariable<Value> {
  /** The environment variable. */
  readonly variable: string;
  /** The default for a missing or empty variable, written as in the variable. */
  readonly fallback: string;
  readonly meaning: string;
  /** Reads the text. The message of its error is a sentence with the variable, the found and the expected value. */
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
  // The input type of an enum is its members, but the environment may have any text, which the enum then checks.
  return { variable, fallback, meaning, schema: z.string().pipe(schema as z.ZodType<Choice, string>) };
}
