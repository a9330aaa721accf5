import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawDiagram } from './diagram.js';

const DOCS = join(import.meta.dirname, '../../../docs');
const diagrams = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) =>
    [...readFileSync(join(DOCS, name), 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(
      ([, text = ''], index) => ({ name: `${name}, diagram ${index + 1}`, text }),
    ),
  );

/** The SVG of each picture. */
function svgsOf(pictures: string): string[] {
  return [...pictures.matchAll(/base64,([^"]*)"/g)].map(([, source = '']) =>
    Buffer.from(source, 'base64').toString(),
  );
}

it('draws each node, edge and label, in both themes, and says them', () => {
  const pictures = drawDiagram('flowchart LR\n  a["one<br/>two"] -- go --> b[(store)]\n  b <--> c{"ready?"}');
  expect(pictures.match(/alt="[^"]*"/g)).toEqual(
    ['light', 'dark'].map(() => 'alt="Diagram: one two to store (go), store to ready?"'),
  );
  const svgs = svgsOf(pictures);
  expect(svgs).toHaveLength(2);
  for (const svg of svgs)
    for (const word of ['one', 'two', 'store', 'ready?', 'go']) expect(svg).toContain(word);
});

it.each(diagrams)('draws $name, without a request to another server', ({ text }) => {
  for (const svg of svgsOf(drawDiagram(text))) expect(svg).not.toMatch(/@import|https:/);
});
