import { randomBytes } from 'node:crypto';

const SAMPLE_FILE = 'name,phone\\nAda,+14155550100\\nBen,+1 (415) 555-0102\\nCleo,\\n';

/** The application's message to the person who has started it. Each line that begins with a command can be pasted. */
export function welcome({ origin, dataDirectory }: { origin: string; dataDirectory: string }): string {
  // Unique to this start, since an address can sign up once.
  const email = `you+${randomBytes(3).toString('hex')}@example.com`;
  const json = "-H 'Content-Type: application/json'";
  const authorization = '-H "Authorization: Bearer $TOKEN"';
  const phones = `${origin}/phones/v1`;
  return [
    `The application is running at ${origin}, its data is in ${dataDirectory}.`,
    'Its checker is the sandbox: what it says about numbers is MADE UP.',
    '',
    'Paste these into another terminal:',
    '',
    `TOKEN=$(curl -sS ${origin}/sign-up ${json} -d '{"email":"${email}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `curl -sS -w '\\n' ${origin}/top-up ${authorization} ${json} -d '{"credits":100}'`,
    `curl -sS -w '\\n' ${phones}/verify ${authorization} ${json} -d '{"phone":"+1 415-555-0100"}'`,
    `printf '${SAMPLE_FILE}' | curl -sS -w '\\n' ${phones}/verify/batch ${authorization} -H 'Idempotency-Key: first' -F 'file=@-;filename=customers.csv'`,
    `curl -sS -w '\\n' ${phones}/verify/tasks ${authorization}`,
    `curl -sS -w '\\n' ${phones}/credits/entries ${authorization}`,
    '',
    'Ctrl+C stops it.',
  ].join('\n');
}
