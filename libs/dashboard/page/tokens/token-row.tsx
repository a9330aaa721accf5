import { SCOPES, type Token } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { ConfirmButton } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
import { Row } from '../parts/table.js';
import { When } from '../parts/when.js';

export interface TokenRowProps {
  readonly token: Token;
  onRevoked(): void;
}

/** A token in the list, with the button that revokes it. */
export function TokenRow({ token, onRevoked }: TokenRowProps) {
  const { client, texts, announce } = useTools();
  const { created_at, expires_at, last_used_at, name, scopes, token_id } = token;
  const { max_credits_per_day: perDay, max_credits_per_task: perFile } = token;
  const caps = [
    ...(perDay === null ? [] : [texts.tokens.creditsADay(perDay)]),
    ...(perFile === null ? [] : [texts.tokens.creditsAFile(perFile)]),
  ];
  const revokeThis = name === null ? texts.tokens.revokeUnnamed : texts.tokens.revokeOne(name);
  const revoke = useAction(async () => {
    await client.tokens.revoke(token_id);
    announce(texts.tokens.revoked);
    onRevoked();
  });
  return (
    <Row>
      <div>
        <span dir="auto">{name ?? texts.tokens.unnamed}</span>
        <Failure error={revoke.error} />
      </div>
      <div>
        {scopes === null || scopes.length === SCOPES.length
          ? texts.tokens.everything
          : scopes.map((scope) => texts.tokens.scopes[scope]).join(' · ')}
        {caps.map((cap) => (
          <div key={cap}>
            <small>{cap}</small>
          </div>
        ))}
      </div>
      <Day time={created_at} />
      {last_used_at === null ? texts.tokens.never : <When time={last_used_at} />}
      {expires_at === null ? texts.tokens.never : <Day time={expires_at} />}
      <ConfirmButton class="danger small" action={revoke} words={texts.tokens.revoke} name={revokeThis} />
    </Row>
  );
}

/** The day of a time, which shows the time itself when it is pointed at. */
function Day({ time }: { readonly time: string }) {
  const { formats } = useTools();
  return (
    <time dateTime={time} title={formats.dateTime(time)}>
      {formats.date(time)}
    </time>
  );
}
