import type { Span } from '../language/sentences';

const TARGET = /\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g;

/** Targets of links and images in Markdown, which readers do not see; in order. */
export function linkTargets(markdown: string): Span[] {
  return Array.from(markdown.matchAll(TARGET), ({ 0: { length }, index }) => ({ start: index, end: index + length }));
}
