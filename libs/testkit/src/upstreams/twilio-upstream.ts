import type { UpstreamAnswers, UpstreamReply, UpstreamRequest } from './upstream-faults.js';

export interface TwilioUpstreamOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /**
   * Numbers in E.164 with their line status, or with the reason why they are invalid, such as TOO_SHORT. Others have the status `unknown`.
   */
  readonly lines: ReadonlyMap<string, string>;
  /**
   * By US number: the day on which it was reassigned, such as 20240501, or an error code. For other numbers the reply is
   * `no_data_available`.
   */
  readonly reassigned?: ReadonlyMap<string, string>;
}

const INVALID = [
  'TOO_SHORT',
  'TOO_LONG',
  'INVALID_BUT_POSSIBLE',
  'INVALID_COUNTRY_CODE',
  'INVALID_LENGTH',
  'NOT_A_NUMBER',
];

/** Twilio Lookup, version 2: `GET /v2/PhoneNumbers/{number}` and `POST /v2/batch/query`. */
export function twilioUpstream(options: TwilioUpstreamOptions): UpstreamAnswers {
  const { accountSid, authToken } = options;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return (request) => {
    if (request.headers.authorization !== `Basic ${credentials}`) return TWILIO_REFUSALS.unauthorized;
    if (request.method === 'GET' && request.path.startsWith('/v2/PhoneNumbers/')) {
      const number = request.path.slice('/v2/PhoneNumbers/'.length);
      const fields = request.query.get('Fields')?.split(',') ?? [];
      const since = request.query.get('LastVerifiedDate');
      return {
        status: 200,
        body: { ...lookup(options, number, fields, since), url: `https://lookups.twilio.com${request.path}` },
      };
    }
    if (request.method === 'POST' && request.path === '/v2/batch/query') return batch(options, request);
    return refusal(404, 20_404, 'The requested resource was not found');
  };
}

export const TWILIO_REFUSALS = {
  unauthorized: refusal(401, 20_003, 'Authenticate'),
  suspended: refusal(401, 20_005, 'Account not active'),
  notEnabled: refusal(403, 60_606, 'Lookup Package is Not Enabled'),
  throttled: refusal(429, 20_429, 'Too Many Requests'),
} as const;

function refusal(status: number, code: number, message: string): UpstreamReply {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
}

interface BatchQuery {
  readonly phone_numbers: readonly {
    readonly correlation_id?: string;
    readonly phone_number: string;
    readonly fields?: readonly string[];
    readonly reassigned_number?: { readonly last_verified_date: string };
  }[];
}

function batch(options: TwilioUpstreamOptions, { body }: UpstreamRequest): UpstreamReply {
  // A request of another shape is a defect of the checker, which its test sees.
  const { phone_numbers }: BatchQuery = JSON.parse(body);
  const answers = phone_numbers.map(({ correlation_id, fields = [], phone_number, reassigned_number }) => ({
    correlation_id,
    twilio_error_code: null,
    ...lookup(options, phone_number, fields, reassigned_number?.last_verified_date),
  }));
  return { status: 200, body: { phone_numbers: answers } };
}

function lookup(
  { lines, reassigned = new Map() }: TwilioUpstreamOptions,
  number: string,
  fields: readonly string[],
  since: string | null | undefined,
): object {
  const state = lines.get(number) ?? 'unknown';
  const valid = !INVALID.includes(state);
  return {
    calling_country_code: valid ? number.slice(1, 2) : null,
    country_code: valid ? 'US' : null,
    phone_number: number,
    national_format: valid ? number.slice(2) : null,
    valid,
    validation_errors: valid ? null : [state],
    caller_name: null,
    sim_swap: null,
    call_forwarding: null,
    line_status: valid && fields.includes('line_status') ? lineStatus(state) : null,
    line_type_intelligence: null,
    identity_match: null,
    reassigned_number:
      valid && fields.includes('reassigned_number') ? reassignedNumber(reassigned.get(number), since) : null,
    sms_pumping_risk: null,
  };
}

/** Digits are the code of an error of this number alone. */
function lineStatus(state: string): object {
  return /^\d+$/.test(state)
    ? { status: null, error_code: Number(state) }
    : { status: state, error_code: null };
}

/** `day`: when it was given to somebody else. Five digits are the code of an error. */
function reassignedNumber(day: string | undefined, since: string | null | undefined): object {
  if (day?.length === 5 || !/^\d{8}$/.test(since ?? ''))
    return { last_verified_date: null, is_number_reassigned: null, error_code: day ?? '60601' };
  const known = (since ?? '') < (day ?? '') ? 'yes' : 'no';
  return {
    last_verified_date: since?.replace(/^(....)(..)/, '$1-$2-'),
    is_number_reassigned: day === undefined ? 'no_data_available' : known,
    error_code: null,
  };
}
