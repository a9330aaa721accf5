import type { UpstreamAnswers, UpstreamReply } from './upstream-faults.js';

export interface TelegramGatewayUpstreamOptions {
  readonly accessToken: string;
  /** Numbers in E.164 that can be reached (`reachable`), or the error for them. Others are not available. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** Telegram's Gateway: `POST /checkSendAbility`. */
export function telegramGatewayUpstream(options: TelegramGatewayUpstreamOptions): UpstreamAnswers {
  let balance = 100;
  return ({ body, headers, method, path }) => {
    if (headers.authorization !== `Bearer ${options.accessToken}`)
      return TELEGRAM_GATEWAY_REFUSALS.unauthorized;
    if (method !== 'POST' || path !== '/checkSendAbility') return declined('UNKNOWN_METHOD');
    // A request of another shape is a defect of the checker, which its test sees.
    const { phone_number }: { phone_number: string } = JSON.parse(body);
    const error = options.numbers.get(phone_number) ?? 'PHONE_NUMBER_NOT_AVAILABLE';
    if (error !== 'reachable') return declined(error);
    balance -= 0.01;
    const result = {
      request_id: `r${body.length}`,
      phone_number: phone_number.slice(1),
      request_cost: 0.01,
      remaining_balance: Number(balance.toFixed(2)),
    };
    return { status: 200, body: { ok: true, result } };
  };
}

export const TELEGRAM_GATEWAY_REFUSALS = {
  unauthorized: declined('ACCESS_TOKEN_INVALID'),
  outOfFunds: declined('BALANCE_NOT_ENOUGH'),
  throttled: declined('FLOOD_WAIT_7'),
} as const;

function declined(error: string): UpstreamReply {
  return { status: 200, body: { ok: false, error } };
}
