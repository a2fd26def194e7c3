import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, isElement } from './html-elements';

/** Of what React calls the place of a part, and the part: "B:0" and "S:0". */
const PLACE = /^[BP]:([\da-f]{1,8})$/;
const PART = /^S:([\da-f]{1,8})$/;

/**
 * React sends a page in parts: what takes longer comes at its end, hidden, and a script puts it where a `<template>` keeps its
 * place. A part without a place is shown where it stands.
 */
export function showStreamedParts(root: Tree.ParentNode): void {
  const places = new Map<string, Tree.Element>();
  const parts: [string, Tree.Element][] = [];
  for (const element of elementsOf(root)) {
    const id = attribute(element, 'id');
    const place = element.tagName === 'template' ? PLACE.exec(id)?.[1] : undefined;
    if (place !== undefined && !places.has(place)) places.set(place, element);
    const part = element.tagName === 'div' ? PART.exec(id)?.[1] : undefined;
    if (part !== undefined) parts.push([part, element]);
  }
  const moved = new Map<Tree.ChildNode, Tree.Element>();
  for (const [number, part] of parts) {
    part.attrs = part.attrs.filter(({ name }) => name !== 'hidden');
    const place = places.get(number);
    if (place && !isWithin(place, part)) moved.set(place, part);
  }
  if (moved.size > 0) moveAll(moved);
}

/** Once for each parent, which may have very many children. @param moved what takes the place of each */
function moveAll(moved: ReadonlyMap<Tree.ChildNode, Tree.Element>): void {
  const taken = new Set<Tree.ChildNode>(moved.values());
  const parents = new Set([...moved.keys(), ...taken].map(({ parentNode }) => parentNode));
  for (const parent of parents) {
    if (!parent) continue;
    parent.childNodes = parent.childNodes
      .filter((child) => !taken.has(child))
      .map((child) => moved.get(child) ?? child);
  }
  for (const [place, part] of moved) part.parentNode = place.parentNode;
}

function isWithin(element: Tree.Element, outer: Tree.Element): boolean {
  for (let at: Tree.ParentNode | null = element; at && isElement(at); at = at.parentNode) if (at === outer) return true;
  return false;
}
