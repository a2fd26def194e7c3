type Name = 'body' | 'currentScript' | 'documentElement' | 'head';

/** A property of the document, even if the page has an element of that name, which would otherwise hide it. */
export function ofDocument<K extends Name>(name: K): Document[K] {
  return Reflect.get(Document.prototype, name, document);
}
