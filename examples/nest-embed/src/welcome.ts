import { randomBytes } from 'node:crypto';

const SAMPLE_FILE = 'name,phone\\nAda,+14155550100\\nBen,+1 (415) 555-0102\\nCleo,\\n';

/** What the application says to the person who has started it. Each line that begins with a command works as it is pasted. */
export function welcome({ origin, dataDirectory }: { origin: string; dataDirectory: string }): string {
  // Made up anew at each start, so that nobody is in the database whose password can be read anywhere but here.
  const email = `you+${randomBytes(3).toString('hex')}@example.com`;
  const password = randomBytes(12).toString('base64url');
  const json = "-H 'Content-Type: application/json'";
  const authorization = '-H "Authorization: Bearer $TOKEN"';
  return [
    `The application is running at ${origin}, its data is in ${dataDirectory}.`,
    `Every route can be tried in a browser at ${origin}/docs.`,
    'Its checker is the sandbox: what it says about numbers is MADE UP.',
    '',
    'Paste these into another terminal. The first signs a user up, with a password that was made up just now and stays valid.',
    '',
    `TOKEN=$(curl -sS ${origin}/api/sign-up ${json} -d '{"email":"${email}","password":"${password}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `curl -sS -w '\\n' ${origin}/api/me/phone ${authorization} ${json} -d '{"phone":"+1 415-555-0101"}'`,
    `curl -sS -w '\\n' ${origin}/api/phones/v1/verify ${authorization} ${json} -d '{"phone":"+1 415-555-0100"}'`,
    `printf '${SAMPLE_FILE}' | curl -sS -w '\\n' ${origin}/api/phones/v1/verify/batch ${authorization} -F 'file=@-;filename=customers.csv'`,
    `curl -sS -w '\\n' ${origin}/api/me ${authorization}`,
    '',
    'Ctrl+C stops it.',
  ].join('\n');
}
