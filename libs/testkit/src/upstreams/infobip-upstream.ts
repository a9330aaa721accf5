import type { UpstreamAnswers, UpstreamReply } from './upstream-faults.js';

export interface InfobipUpstreamOptions {
  readonly apiKey: string;
  /** Numbers in E.164 with their answers. Others are pending for ever. */
  readonly lines: ReadonlyMap<string, InfobipLine>;
}

/** Infobip's names. Each stands for a status, and some for an error too. */
export type InfobipLine =
  | 'DELIVERED_TO_HANDSET'
  | 'EC_ABSENT_SUBSCRIBER'
  | 'EC_UNKNOWN_SUBSCRIBER'
  | 'EXPIRED_EXPIRED'
  | 'REJECTED_NETWORK'
  | 'REJECTED_NOT_ENOUGH_CREDITS';

/** From the example answers of Infobip's documentation and its tables of response codes. */
const RESULTS: Readonly<Record<InfobipLine | 'PENDING_ENROUTE', object>> = {
  DELIVERED_TO_HANDSET: result([3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET'], [0, 'OK', 0, 'NO_ERROR', false]),
  EC_ABSENT_SUBSCRIBER: result(
    [2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED'],
    [1, 'HANDSET_ERRORS', 27, 'EC_ABSENT_SUBSCRIBER', false],
  ),
  EC_UNKNOWN_SUBSCRIBER: result(
    [2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED'],
    [1, 'HANDSET_ERRORS', 1, 'EC_UNKNOWN_SUBSCRIBER', true],
  ),
  EXPIRED_EXPIRED: result([4, 'EXPIRED', 15, 'EXPIRED_EXPIRED'], [0, 'OK', 0, 'NO_ERROR', false]),
  REJECTED_NETWORK: result([5, 'REJECTED', 6, 'REJECTED_NETWORK'], [0, 'OK', 0, 'NO_ERROR', false]),
  REJECTED_NOT_ENOUGH_CREDITS: result(
    [5, 'REJECTED', 12, 'REJECTED_NOT_ENOUGH_CREDITS'],
    [0, 'OK', 0, 'NO_ERROR', false],
  ),
  PENDING_ENROUTE: result([1, 'PENDING', 7, 'PENDING_ENROUTE'], [0, 'OK', 0, 'NO_ERROR', false]),
};

/** Infobip Number Lookup, `POST /number/1/query`, and the account's balance, `GET /account/1/balance`. */
export function infobipUpstream({ apiKey, lines }: InfobipUpstreamOptions): UpstreamAnswers {
  return ({ body, headers, method, path }) => {
    if (headers.authorization !== `App ${apiKey}`) return INFOBIP_REFUSALS.unauthorized;
    if (method === 'GET' && path === '/account/1/balance') return BALANCE;
    if (method !== 'POST' || path !== '/number/1/query') return exception(404, 'NOT_FOUND', 'Not Found');
    // A request of another shape is a defect of the checker, which its test sees.
    const { to }: { to: string[] } = JSON.parse(body);
    if (to.length > 1_000)
      return exception(400, 'BAD_REQUEST', '[to : Number of destinations is limited to 1000.]');
    const results = to.map((digits) => ({
      to: digits,
      ...RESULTS[lines.get(`+${digits}`) ?? 'PENDING_ENROUTE'],
    }));
    return { status: 200, body: { results } };
  };
}

const BALANCE: UpstreamReply = { status: 200, body: { balance: 47.79134, currency: 'EUR' } };

export const INFOBIP_REFUSALS = {
  unauthorized: exception(401, 'UNAUTHORIZED', 'Invalid login details'),
  forbidden: exception(403, 'FORBIDDEN', 'Unauthorized access'),
  throttled: exception(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
} as const;

function exception(status: number, messageId: string, text: string): UpstreamReply {
  return { status, body: { requestError: { serviceException: { messageId, text } } } };
}

function result(
  status: readonly [groupId: number, groupName: string, id: number, name: string],
  error: readonly [groupId: number, groupName: string, id: number, name: string, permanent: boolean],
): object {
  const [groupId, groupName, id, name] = status;
  const [errorGroupId, errorGroupName, errorId, errorName, permanent] = error;
  return {
    mccMnc: '22801',
    originalNetwork: { networkPrefix: '79', countryPrefix: '41' },
    ported: false,
    roaming: false,
    status: { groupId, groupName, id, name, description: name },
    error: {
      groupId: errorGroupId,
      groupName: errorGroupName,
      id: errorId,
      name: errorName,
      description: errorName,
      permanent,
    },
  };
}
