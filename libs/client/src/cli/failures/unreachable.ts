import type { DialproofError } from '../../dialproof-error.js';
import { asSentence, printable } from '../terminal/output.js';

const NO_SUCH_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const NO_ANSWER: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]);
/** The start of the codes of OpenSSL for certificates. */
const CERTIFICATE = /CERT|UNABLE_TO_|ERR_TLS_/;

/** Why the server at this address gave no answer, and the remedy; undefined if it answered. */
export function unreachable(error: DialproofError, url: string): string | undefined {
  switch (error.code) {
    case 'timed_out':
      return `${url} does not answer in time. Try again later.`;
    case 'unexpected_reply':
      return strangeReply(url, error);
    case 'connection_failed':
      return notConnected(url, systemCode(error.cause), error.hint);
    default:
      return undefined;
  }
}

function strangeReply(url: string, { hint, status = 0 }: DialproofError): string {
  if (status >= 500) return `${url} is not available at present (${status}). Try again later.`;
  // The hint is for programmers, who give the address as `baseUrl`.
  const said = sentence(hint?.replaceAll('baseUrl', '--url'));
  const isElsewhere = status >= 300 && status < 400;
  return isElsewhere ? said : `This does not look like a Dialproof server: ${url}. ${said}`.trim();
}

function notConnected(url: string, code: string | undefined, hint: string | undefined): string {
  if (code === undefined) return `Cannot connect to ${url}. ${sentence(hint)}`.trim();
  if (code === 'ECONNREFUSED') {
    return `Nothing answers at ${url} (${code}). Start the server, or name another one with --url.`;
  }
  if (NO_SUCH_HOST.has(code)) {
    return `There is no host ${new URL(url).hostname} (${code}). Check the address and your network.`;
  }
  if (NO_ANSWER.has(code)) {
    return `${url} does not answer (${code}). Check the address and your network.`;
  }
  if (/_SSL_|^EPROTO$/.test(code)) return `There is no https at ${url} (${code}). Check the address.`;
  if (CERTIFICATE.test(code)) {
    return `The certificate of ${url} is not trusted (${code}). NODE_EXTRA_CA_CERTS can name a file with the authority that signed it.`;
  }
  return `The connection to ${url} broke off (${code}). Try again.`;
}

/** The first code in an error and its causes. With several addresses, each has an error of its own. */
function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return (
    systemCode(error.cause) ?? (error instanceof AggregateError ? systemCode(error.errors[0]) : undefined)
  );
}

function sentence(hint: string | undefined): string {
  return hint === undefined ? '' : asSentence(printable(hint));
}
