import { type Finding, findingIn, isDialproofError, type Verification } from '@dialproof/client';
import { useRef, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { useLoaded } from '../app/use-loaded.js';
import { Facts } from '../parts/facts.js';
import { ActionForm, PhoneField } from '../parts/form.js';
import { Heading } from '../parts/heading.js';
import { StatusName } from '../parts/status-name.js';
import { Row, Table } from '../parts/table.js';
import type { Texts } from '../texts/en.js';

/** One number: typed or pasted, then checked. */
export function NumberPage() {
  const { client, texts, formats, announce } = useTools();
  const [phone, setPhone] = useState('');
  const [answers, setAnswers] = useState<readonly Verification[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const credits = useLoaded((signal) => client.credits({ signal }), [answers]);
  const post = useUnansweredPost();
  const check = useAction(async () => {
    try {
      const answer = await post.send(phone, (key) => client.verify(phone, key));
      setAnswers((before) => [answer, ...before]);
      announce(`${answer.phone}: ${texts.statuses[answer.status]}`);
    } finally {
      field.current?.focus();
      field.current?.select();
    }
  });
  const isRefused = isDialproofError(check.error, 'invalid_phone');
  const [latest, ...earlier] = answers;
  return (
    <section>
      <Heading>{texts.pages.number}</Heading>
      <p>{texts.number.intro}</p>
      <ActionForm
        class="narrow card"
        action={check}
        submit={texts.number.submit}
        running={texts.number.checking}
        isSaid={isRefused}
        beside={credits.value !== undefined && <small>{texts.number.left(credits.value.available)}</small>}
      >
        <PhoneField
          label={texts.words.phone}
          help={texts.number.help}
          refusal={isRefused ? check.error : undefined}
          value={phone}
          onValue={setPhone}
          field={field}
        />
      </ActionForm>
      {latest !== undefined && <Answer answer={latest} />}
      {earlier.length > 0 && (
        <>
          <h2>{texts.number.before}</h2>
          <Table
            label={texts.number.before}
            columns={[
              { name: texts.words.phone, kind: 'name' },
              { name: texts.words.result },
              { name: texts.words.checked, kind: 'when' },
            ]}
          >
            {earlier.map((answer) => (
              <Row key={answer.phone + answer.checked_at}>
                <bdi dir="ltr">{answer.phone}</bdi>
                <StatusName status={answer.status} meaning={meaningOf(answer, texts)} />
                {formats.time(answer.checked_at)}
              </Row>
            ))}
          </Table>
        </>
      )}
    </section>
  );
}

/** What an answer says. Of a number that is unknown, more may be known than its status tells. */
function meaningOf({ reason, status }: Verification, { found, meanings }: Texts): string {
  const finding = status === 'unknown' ? findingIn(reason) : undefined;
  const texts: Readonly<Partial<Record<Finding, string>>> = found;
  return (finding && texts[finding]) ?? meanings[status];
}

function Answer({ answer }: { readonly answer: Verification }) {
  const { texts, formats } = useTools();
  const meaning = meaningOf(answer, texts);
  return (
    <article class="answer narrow card">
      <p class="headline">
        <bdi dir="ltr">{answer.phone}</bdi> <StatusName status={answer.status} meaning={meaning} />
      </p>
      <p>{meaning}</p>
      <Facts
        facts={[
          { label: texts.number.source, value: answer.source },
          { label: texts.number.reason, value: answer.reason },
          { label: texts.words.checked, value: formats.dateTime(answer.checked_at) },
        ]}
      />
    </article>
  );
}
