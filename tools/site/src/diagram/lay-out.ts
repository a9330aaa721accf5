import type { Diagram, DiagramEdge, DiagramNode } from './read-diagram.js';

export interface Placed {
  /** The middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly nodes: readonly (DiagramNode & Placed)[];
  /** The places that an edge passes, from its beginning to its end: those of its nodes, and gaps in the layers between. */
  readonly edges: readonly (DiagramEdge & { readonly by: readonly Placed[] })[];
  readonly width: number;
  readonly height: number;
}

export const CHARACTER = 7.3;
const LINE = 18;
const GAP = 22;
const LAYER_GAP = 46;
const MARGIN = 8;
const SWEEPS = 8;

/** A node, or the gap that a long edge passes in a layer. `along` is the direction of the flow, `across` the other one. */
interface Item {
  readonly layer: number;
  readonly sizeAlong: number;
  readonly sizeAcross: number;
  readonly neighbours: Item[];
  along: number;
  across: number;
}

/** Places a diagram in layers: each edge leads to a later layer, except those that close a circle. */
export function layOut({ edges, isHorizontal, nodes }: Diagram): Layout {
  const layerOf = layersOf(nodes, edges);
  const items = new Map(
    nodes.map((node) => [node.id, itemOf(node, layerOf.get(node.id) ?? 0, isHorizontal)]),
  );
  const all = [...items.values()];
  const paths = edges.map((edge) => pathOf(edge));
  const depth = Math.max(...all.map(({ layer }) => layer));
  const layers = Array.from({ length: depth + 1 }, (_none, index) =>
    all.filter(({ layer }) => layer === index),
  );
  placeAcross(layers);
  const length = placeAlong();
  const least = Math.min(...all.map(({ across, sizeAcross }) => across - sizeAcross / 2));
  const most = Math.max(...all.map(({ across, sizeAcross }) => across + sizeAcross / 2));
  const breadth = most - least + 2 * MARGIN;
  return {
    nodes: nodes.map((node) => ({ ...node, ...placed(items.get(node.id)) })),
    edges: edges.map((edge, index) => ({ ...edge, by: (paths[index] ?? []).map(placed) })),
    width: isHorizontal ? length : breadth,
    height: isHorizontal ? breadth : length,
  };

  function pathOf({ from, to }: DiagramEdge): Item[] {
    const first = items.get(from) as Item;
    const last = items.get(to) as Item;
    const step = Math.sign(last.layer - first.layer);
    const path = [first];
    for (let layer = first.layer + step; layer !== last.layer; layer += step) {
      const gap = { layer, sizeAlong: 0, sizeAcross: 0, neighbours: [], along: 0, across: 0 };
      all.push(gap);
      path.push(gap);
    }
    path.push(last);
    for (const [index, item] of path.slice(1).entries()) {
      item.neighbours.push(path[index] as Item);
      path[index]?.neighbours.push(item);
    }
    return path;
  }

  /** Returns the length of the whole. */
  function placeAlong(): number {
    let at = MARGIN;
    for (const [index, layer] of layers.entries()) {
      const size = Math.max(...layer.map(({ sizeAlong }) => sizeAlong));
      for (const item of layer) item.along = at + size / 2;
      at += size + gapAfter(index);
    }
    return at - gapAfter(layers.length - 1) + MARGIN;
  }

  /** Room for the labels of the edges between two layers. */
  function gapAfter(layer: number): number {
    const labels = edges
      .filter((_edge, index) => (paths[index] ?? []).slice(0, 2).some((item) => item.layer === layer))
      .map(({ label }) => label.length);
    const longest = Math.max(0, ...labels);
    if (longest === 0) return LAYER_GAP;
    return isHorizontal ? Math.max(LAYER_GAP, longest * CHARACTER + 28) : LAYER_GAP + LINE;
  }

  function placed(item: Item | undefined): Placed {
    const { across, along, sizeAcross, sizeAlong } = item as Item;
    const offset = across - least + MARGIN;
    return isHorizontal
      ? { x: along, y: offset, width: sizeAlong, height: sizeAcross }
      : { x: offset, y: along, width: sizeAcross, height: sizeAlong };
  }
}

/** The layer of each node: one more than the latest that leads to it. Edges back to a node on the way are left out. */
function layersOf(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[]): ReadonlyMap<string, number> {
  const layers = new Map<string, number>();
  const visit = (id: string, layer: number, way: ReadonlySet<string>): void => {
    if (way.has(id) || (layers.get(id) ?? -1) >= layer) return;
    layers.set(id, layer);
    for (const { from, to } of edges) if (from === id) visit(to, layer + 1, new Set([...way, id]));
  };
  const reached = new Set(edges.map(({ to }) => to));
  const [first] = nodes;
  for (const node of nodes) if (!reached.has(node.id) || node === first) visit(node.id, 0, new Set());
  return layers;
}

function itemOf({ lines, shape }: DiagramNode, layer: number, isHorizontal: boolean): Item {
  const isPoint = shape === 'point';
  const width = isPoint ? 14 : Math.max(...lines.map((line) => line.length)) * CHARACTER + 28;
  const height = isPoint ? 14 : lines.length * LINE + (shape === 'box' ? 18 : 30);
  const [sizeAlong, sizeAcross] = isHorizontal ? [width, height] : [height, width];
  return { layer, sizeAlong, sizeAcross, neighbours: [], along: 0, across: 0 };
}

/** Moves each item towards the middle of its neighbours, in sweeps, and keeps the items of a layer apart. */
function placeAcross(layers: readonly Item[][]): void {
  for (const layer of layers) spread(layer);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      for (const item of layer) item.across = middle(item);
      layer.sort((a, b) => a.across - b.across);
      spread(layer);
    }
  }
}

function middle({ across, neighbours }: Item): number {
  if (neighbours.length === 0) return across;
  return neighbours.reduce((sum, neighbour) => sum + neighbour.across, 0) / neighbours.length;
}

/** Pushes overlapping items apart, and moves the layer back to where its middle was. */
function spread(layer: readonly Item[]): void {
  const wanted = layer.reduce((sum, { across }) => sum + across, 0);
  for (const [index, item] of layer.entries()) {
    const before = layer[index - 1];
    if (before === undefined) continue;
    const least = before.across + (before.sizeAcross + item.sizeAcross) / 2 + GAP;
    item.across = Math.max(item.across, least);
  }
  const shift = (wanted - layer.reduce((sum, { across }) => sum + across, 0)) / layer.length;
  for (const item of layer) item.across += shift;
}
