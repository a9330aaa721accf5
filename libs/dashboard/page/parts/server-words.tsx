import { useTools } from '../app/tools.js';

/** A sentence of the server, which is in English. A page in another language shows it only on request. */
export function ServerWords({ text }: { readonly text: string }) {
  const { texts } = useTools();
  const words = (
    <p lang="en" dir="auto">
      <small>{text}</small>
    </p>
  );
  if (texts.englishDetails === undefined) return words;
  return (
    <details>
      <summary>{texts.englishDetails}</summary>
      {words}
    </details>
  );
}
