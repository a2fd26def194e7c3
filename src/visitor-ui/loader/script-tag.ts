import { ofDocument } from './page-document';

type Attribute = 'agent' | 'locale' | 'theme' | 'position' | 'hidden';

/** The tag that loads this script, or null. Modules and tools that defer scripts hide the current one. */
export function findTag(): HTMLScriptElement | null {
  const current = ofDocument('currentScript') as HTMLScriptElement | null;
  if (current?.src && attribute(current, 'agent')) return current;
  return document.querySelector('script[src][data-agent],script[src*="/widget.js?"][src*="agent="]');
}

/** Of the tag, or of its address: some pages drop `data-` attributes. */
export function attribute({ dataset, src }: HTMLScriptElement, name: Attribute): string | null {
  return dataset[name] || (new URL(src).searchParams.get(name) ?? dataset[name] ?? null);
}
