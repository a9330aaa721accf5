import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawDiagram } from './draw-diagram.js';
import { layOut } from './lay-out.js';
import { readDiagram } from './read-diagram.js';

const DOCS = join(import.meta.dirname, '../../../../docs');
const diagrams = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) =>
    [...readFileSync(join(DOCS, name), 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(
      ([, text = ''], index) => ({ name: `${name}, diagram ${index + 1}`, text }),
    ),
  );

describe('drawDiagram', () => {
  it.each(diagrams)('keeps the nodes apart in $name', ({ text }) => {
    const { nodes } = layOut(readDiagram(text));
    const overlaps = nodes.flatMap((a, index) =>
      nodes
        .slice(index + 1)
        .filter(
          (b) =>
            Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2,
        )
        .map((b) => `${a.id} and ${b.id}`),
    );
    expect(overlaps).toEqual([]);
  });

  it('draws each node, edge and label', () => {
    const svg = drawDiagram('flowchart LR\n  a["one<br/>two"] -- go --> b[(store)]\n  b <--> c{"ready?"}');
    expect(svg.match(/<rect x/g)).toHaveLength(3);
    expect(svg.match(/class="edge"/g)).toHaveLength(2);
    expect(svg).toContain('>two</text>');
    expect(svg).toContain('<title>Diagram: a to b (go), b to c</title>');
  });

  it.each(['sequenceDiagram\n  a->>b: hi', 'flowchart LR\n  a -.-> b', 'stateDiagram-v2\n  note right of a'])(
    'refuses what it cannot draw: %j',
    (text) => {
      expect(() => drawDiagram(text)).toThrow(/a diagram/);
    },
  );
});
