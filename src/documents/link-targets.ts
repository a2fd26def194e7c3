import type { Span } from '../language/sentences';

const TARGET = /\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g;

/** Where links and images of Markdown say what they lead to, which nobody reads; in order. */
export function linkTargets(markdown: string): Span[] {
  return Array.from(markdown.matchAll(TARGET), ({ 0: { length }, index }) => ({ start: index, end: index + length }));
}
