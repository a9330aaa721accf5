import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { ShownSecret } from '../parts/shown-secret.js';
import { Table } from '../parts/table.js';
import { AddToken } from './add-token.js';
import { TokenRow } from './token-row.js';

/** The valid tokens of the account. */
export function TokensPage() {
  const { client, texts } = useTools();
  const [made, setMade] = useState<string>();
  const tokens = useLoaded((signal) => client.tokens.list({ signal }), []);
  const { value, reload } = tokens;
  const isFirstLoad = value === undefined && tokens.isLoading;
  const { columns } = texts.tokens;
  return (
    <section>
      <Heading>{texts.pages.tokens}</Heading>
      <p>{texts.tokens.intro}</p>
      {made !== undefined && (
        <ShownSecret
          title={texts.tokens.made}
          help={texts.tokens.madeHelp}
          secret={made}
          onClose={() => setMade(undefined)}
        />
      )}
      <Failure error={tokens.error} onRetry={reload} />
      {isFirstLoad && <p aria-busy="true">{texts.loading}</p>}
      {value !== undefined && (
        <Table
          label={texts.pages.tokens}
          columns={[
            { name: texts.words.name, kind: 'name' },
            { name: columns.scopes },
            { name: columns.created, kind: 'when' },
            { name: columns.used, kind: 'when' },
            { name: columns.ends, kind: 'when' },
            { name: texts.words.action, isPlain: true },
          ]}
        >
          {value.map((token) => (
            <TokenRow key={token.token_id} token={token} onRevoked={reload} />
          ))}
        </Table>
      )}
      {/* Not before the list, which would push it away. */}
      {!isFirstLoad && (
        <AddToken
          onAdded={(token) => {
            setMade(token);
            reload();
          }}
          onLost={reload}
        />
      )}
    </section>
  );
}
