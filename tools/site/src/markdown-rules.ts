import { parseMermaid, renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/**
 * An empty cell above a column names nothing: it becomes no header, and instead the first cell of each row is the header of the others.
 */
export function rowHeaders(md: MarkdownRenderer): void {
  md.core.ruler.push('row_headers', ({ tokens }) => {
    let lacksHeader = false;
    let isFirst = false;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') lacksHeader = false;
      if (token.type === 'tr_open') isFirst = true;
      if (token.type === 'th_open' && tokens[index + 1]?.content === '') {
        lacksHeader = true;
        setCell('td', token, tokens[index + 2]);
      }
      if (token.type !== 'td_open') continue;
      if (isFirst && lacksHeader) {
        token.attrSet('scope', 'row');
        setCell('th', token, tokens[index + 2]);
      }
      isFirst = false;
    }
  });
}

function setCell(tag: 'td' | 'th', ...ends: readonly ({ tag: string } | undefined)[]): void {
  for (const end of ends) if (end !== undefined) end.tag = tag;
}

/** Shows each Mermaid block as the diagram that it describes. */
export function diagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() === 'mermaid') return drawDiagram(token.content);
    return fence?.(tokens, index, ...rest) ?? '';
  };
}

/** The colours of diagrams in the light and the dark theme of the site. */
const COLOURS = {
  light: { bg: '#ffffff', fg: '#3c3c43', accent: '#0b6a8f' },
  dark: { bg: '#1b1b1f', fg: '#dfdfd6', accent: '#7fcdea' },
};

/**
 * A diagram in Mermaid's language, drawn when the site is built: Mermaid itself would be ten times as large as all other scripts of the
 * site. It is a picture for each theme, since the styles of an SVG within a page would apply to all of the page.
 */
export function drawDiagram(text: string): string {
  return Object.entries(COLOURS)
    .map(([theme, colours]) => {
      const svg = renderMermaidSVG(text, { ...colours, font: 'system-ui', padding: 8, transparent: true });
      // An embedded picture loads nothing from another server.
      const source = Buffer.from(svg.replace(/@import url\([^)]*\);/, '')).toString('base64');
      return `<img class="diagram ${theme}" alt="${stepsOf(text)}" src="data:image/svg+xml;base64,${source}">`;
    })
    .join('');
}

/** The diagram as text, for those who do not see it. */
function stepsOf(text: string): string {
  const { edges, nodes } = parseMermaid(text);
  const name = (id: string) => (nodes.get(id)?.label || 'the start or the end').replaceAll('\n', ' ');
  const steps = edges.map(
    ({ label, source, target }) => `${name(source)} to ${name(target)}${label ? ` (${label})` : ''}`,
  );
  return `Diagram: ${steps.join(', ')}`
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
}
