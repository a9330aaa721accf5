import type { UpstreamAnswers, UpstreamReply, UpstreamRequest } from './upstream-faults.js';

/** The replies of a vendor as its documents describe them, all about one number. */
export interface RecordedReplies {
  /** In E.164. */
  readonly number: string;
  readonly replies: readonly RecordedReply[];
}

export interface RecordedReply {
  /** What the reply says, in a few words. */
  readonly reply: string;
  readonly httpStatus: number;
  readonly body: unknown;
  /** What a checker makes of it: a finding or a status, `failed`, or a refusal such as `unauthorized`. */
  readonly gives: string;
  /** The reason, by the document. */
  readonly because: string;
  readonly document: string;
}

export interface RecordedUpstreamOptions {
  readonly recorded: RecordedReplies;
  /** Texts that every request has to hold, such as its key. Another request is refused with 401. */
  readonly secrets: readonly string[];
  /** The calling code of national numbers, in case that the requests have no other. */
  readonly callingCode?: string;
  /** The finding for a number in E.164. If no reply gives it, the first that gives `line_unclear` is sent. */
  readonly findingOf: (number: string) => string;
}

/** A vendor's API that answers with its recorded replies, about whatever number it is asked. */
export function recordedUpstream(options: RecordedUpstreamOptions): UpstreamAnswers {
  const { callingCode = '', findingOf, recorded, secrets } = options;
  return (request) => {
    const asked = textOf(request);
    if (secrets.some((secret) => !asked.includes(secret))) return refusal(recorded);
    const digits = callingCode + numberIn(asked, secrets);
    const finding = findingOf(`+${digits}`);
    const reply =
      recorded.replies.find(({ gives }) => gives === finding) ??
      recorded.replies.find(({ gives }) => gives === 'line_unclear');
    if (reply === undefined) throw new Error(`no recorded reply gives ${finding}`);
    return { status: reply.httpStatus, body: about(digits, reply.body, recorded) };
  };
}

/** Address, body and headers, with HTTP Basic decoded. */
function textOf({ body, headers, path, query }: UpstreamRequest): string {
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(basic, 'base64').toString();
  const form = decodeURIComponent(body.replaceAll('+', ' '));
  return [path, ...query.values(), form, body, decoded, ...Object.values(headers)].join('\n');
}

/** The digits of the first number of at least seven digits. */
function numberIn(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.reduce((left, secret) => left.replaceAll(secret, ''), text);
  return /\d{7,15}/.exec(withoutSecrets)?.[0] ?? '';
}

function about(digits: string, body: unknown, { number }: RecordedReplies): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(number.slice(1), digits));
}

function refusal({ replies }: RecordedReplies): UpstreamReply {
  const recorded = replies.find(({ gives }) => gives === 'unauthorized');
  return { status: recorded?.httpStatus ?? 401, body: recorded?.body ?? {} };
}
