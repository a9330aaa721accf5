import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One measured value. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Whether it is ours: it has the colour of the product. */
  readonly isOurs: boolean;
}

export interface BarGroup {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 720;
const NAME_WIDTH = 190;
const VALUE_WIDTH = 100;
const BAR_HEIGHT = 18;
const LINE = 24;
const TITLE_HEIGHT = 34;
const MARGIN = 12;

/** The page behind the picture may be light or dark. */
const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #1f2933 }
    .title { font-weight: 600 }
    .ours { fill: #0b6a8f }
    .other { fill: #94a3b8 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e2e8f0 }
      .ours { fill: #4fb6da }
      .other { fill: #64748b }
    }`;

/**
 * Horizontal bars as an SVG, group below group. The bars of a group share a scale: values of different groups cannot be compared by their
 * lengths. `unit` stands behind each value.
 */
export function barChart(groups: readonly BarGroup[], unit: string): string {
  const parts: string[] = [];
  let y = MARGIN;
  for (const { bars, title } of groups) {
    parts.push(text({ x: MARGIN, y: y + BAR_HEIGHT, className: 'title' }, title));
    y += TITLE_HEIGHT;
    const largest = Math.max(...bars.map(({ value }) => value));
    for (const { isOurs, name, value } of bars) {
      const width = (value / largest) * (WIDTH - NAME_WIDTH - VALUE_WIDTH);
      const start = MARGIN + NAME_WIDTH;
      parts.push(
        text({ x: MARGIN, y: y + 13 }, name),
        `<rect x="${start}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" rx="3" class="${isOurs ? 'ours' : 'other'}"/>`,
        text({ x: start + width + 8, y: y + 13 }, `${written(value)} ${unit}`),
      );
      y += LINE;
    }
    y += MARGIN;
  }
  const label = groups.map(({ title, bars }) => `${title}: ${bars.map(spoken(unit)).join(', ')}`).join('. ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="${escaped(label)}">
  <style>${STYLE}
  </style>
  ${parts.join('\n  ')}
</svg>
`;
}

/** Writes a chart into a folder of pictures. Without a folder it does nothing. */
export async function writePicture(
  folder: string | undefined,
  name: string,
  groups: readonly BarGroup[],
  unit: string,
): Promise<void> {
  if (folder !== undefined) await writeFile(join(folder, `${name}.svg`), barChart(groups, unit));
}

function spoken(unit: string): (bar: Bar) => string {
  return ({ name, value }) => `${name} ${written(value)} ${unit}`;
}

function text(
  { className, x, y }: { readonly x: number; readonly y: number; readonly className?: string },
  content: string,
): string {
  const styled = className === undefined ? '' : ` class="${className}"`;
  return `<text x="${x.toFixed(1)}" y="${y}"${styled}>${escaped(content)}</text>`;
}

/** Three digits, or all before the point. */
function written(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
