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
