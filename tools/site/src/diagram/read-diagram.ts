/** A graph as a document has it in Mermaid's language, which GitHub draws itself. */
export interface Diagram {
  /** Whether it flows to the right, or down. */
  readonly isHorizontal: boolean;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface DiagramNode {
  readonly id: string;
  readonly lines: readonly string[];
  readonly shape: 'box' | 'store' | 'question' | 'point';
}

export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isBothWays: boolean;
}

const NODE = /^\s*(\w+)(?:\[\("?(.*?)"?\)\]|\["(.*?)"\]|\[([^\]"]*)\]|\{"(.*?)"\})?/;
const EDGE = /^\s*(?:(<?)-->(?:\|([^|]*)\|)?|-- (.*?) -->)/;
const TRANSITION = /^\s*(\w+|\[\*\]) --> (\w+|\[\*\])(?:: (.*))?$/;

/** Reads a flowchart or a state diagram. Throws at a line that this part of the language lacks, so that no document uses one. */
export function readDiagram(text: string): Diagram {
  const [kind = '', ...lines] = text.trim().split('\n');
  const nodes = new Map<string, DiagramNode>();
  const edges: DiagramEdge[] = [];
  const isStates = kind === 'stateDiagram-v2';
  if (!isStates && !/^flowchart (LR|TD)$/.test(kind)) throw new Error(`a diagram begins with ${kind}`);
  for (const line of lines) (isStates ? readTransition : readChain)(line);
  return { isHorizontal: / LR$/m.test(text), nodes: [...nodes.values()], edges };

  function readChain(line: string): void {
    let rest = line;
    let from: string | undefined;
    let edge: RegExpExecArray | null = null;
    while (rest.trim() !== '') {
      const found = NODE.exec(rest);
      if (found === null) throw new Error(`a diagram has no node at ${rest}`);
      const [whole, id = '', store, quoted, bare, question] = found;
      const text = store ?? quoted ?? bare ?? question;
      const shape = store !== undefined ? 'store' : question !== undefined ? 'question' : 'box';
      if (text !== undefined || !nodes.has(id)) {
        nodes.set(id, { id, lines: (text ?? id).split('<br/>'), shape });
      }
      if (edge !== null && from !== undefined) {
        edges.push({ from, to: id, label: edge[2] ?? edge[3] ?? '', isBothWays: edge[1] === '<' });
      }
      from = id;
      rest = rest.slice(whole.length);
      if (rest.trim() === '') return;
      edge = EDGE.exec(rest);
      if (edge === null) throw new Error(`a diagram has no arrow at ${rest}`);
      rest = rest.slice(edge[0].length);
    }
  }

  function readTransition(line: string): void {
    if (line.trim() === 'direction LR') return;
    const [, from = '', to = '', label = ''] = TRANSITION.exec(line) ?? [];
    if (from === '') throw new Error(`a diagram has no transition at ${line}`);
    // The start and the end are written alike.
    edges.push({ from: state(from, 'start'), to: state(to, 'end'), label, isBothWays: false });
  }

  function state(name: string, end: string): string {
    const id = name === '[*]' ? end : name;
    if (!nodes.has(id)) nodes.set(id, { id, lines: [id], shape: name === '[*]' ? 'point' : 'box' });
    return id;
  }
}
