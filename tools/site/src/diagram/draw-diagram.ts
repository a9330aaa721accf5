import { CHARACTER, layOut, type Placed } from './lay-out.js';
import { type DiagramEdge, type DiagramNode, readDiagram } from './read-diagram.js';

/** An SVG of a diagram in Mermaid's language. Its colours are the page's. */
export function drawDiagram(text: string): string {
  const diagram = readDiagram(text);
  const { edges, height, nodes, width } = layOut(diagram);
  const steps = diagram.edges.map(({ from, label, to }) => `${from} to ${to}${label && ` (${label})`}`);
  return [
    `<svg class="diagram" role="img" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" v-pre>`,
    `<title>${escaped(`Diagram: ${steps.join(', ')}`)}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">',
    '<path d="M0 0 8 4 0 8z"/></marker></defs>',
    ...edges.map((edge) => edgeOf(edge, diagram.isHorizontal)),
    ...nodes.map(nodeOf),
    ...edges.map(labelOf),
    '</svg>',
  ].join('');
}

function nodeOf({ height, lines, shape, width, x, y }: DiagramNode & Placed): string {
  if (shape === 'point') return `<circle cx="${round(x)}" cy="${round(y)}" r="7"/>`;
  const rounding = shape === 'box' ? 6 : height / 2;
  const box = `<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}" rx="${round(rounding)}"/>`;
  return (
    box + lines.map((line, index) => textOf(line, x, y + (index - (lines.length - 1) / 2) * 18)).join('')
  );
}

/** A curve that leaves and enters the nodes in the direction of the flow. */
function edgeOf(
  { by, isBothWays }: DiagramEdge & { readonly by: readonly Placed[] },
  isHorizontal: boolean,
): string {
  const points = by.map(({ height, width, x, y }, index) => {
    const next = by[index + 1] ?? by[index - 1] ?? { x, y };
    const isEnd = index === 0 || index === by.length - 1;
    if (!isEnd) return { x, y };
    return isHorizontal
      ? { x: x + (Math.sign(next.x - x) * width) / 2, y }
      : { x, y: y + (Math.sign(next.y - y) * height) / 2 };
  });
  const curves = points.slice(1).map(({ x, y }, index) => {
    const from = points[index] ?? { x, y };
    const [middleX, middleY] = [(from.x + x) / 2, (from.y + y) / 2];
    const controls = isHorizontal ? [middleX, from.y, middleX, y] : [from.x, middleY, x, middleY];
    return `C${[...controls, x, y].map(round).join(' ')}`;
  });
  const start = isBothWays ? ' marker-start="url(#arrow)"' : '';
  const [{ x, y } = { x: 0, y: 0 }] = points;
  return `<path class="edge" d="M${round(x)} ${round(y)}${curves.join('')}" marker-end="url(#arrow)"${start}/>`;
}

function labelOf({ by, label }: DiagramEdge & { readonly by: readonly Placed[] }): string {
  const [from, to] = by;
  if (label === '' || from === undefined || to === undefined) return '';
  const [x, y] = [edgeMiddle('x', 'width'), edgeMiddle('y', 'height')];
  const width = label.length * CHARACTER + 8;
  return `<rect class="label" x="${round(x - width / 2)}" y="${round(y - 10)}" width="${round(width)}" height="20" rx="4"/>${textOf(label, x, y)}`;

  /** Half way between the borders of the two places, where they do not overlap. */
  function edgeMiddle(place: 'x' | 'y', size: 'width' | 'height'): number {
    const [a = { [place]: 0, [size]: 0 }, b = a] = [from, to] as Placed[];
    const apart = Math.sign(b[place] - a[place]);
    const gap = Math.abs(b[place] - a[place]) - (a[size] + b[size]) / 2;
    return gap < 0 ? (a[place] + b[place]) / 2 : a[place] + apart * (a[size] / 2 + gap / 2);
  }
}

function textOf(text: string, x: number, y: number): string {
  return `<text x="${round(x)}" y="${round(y)}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
