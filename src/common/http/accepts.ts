const JSON_TYPES = ['application/json', 'application/*', '*/*'];

/** Whether an Accept header prefers server-sent events to JSON. */
export function prefersEventStream(accept: string | undefined): boolean {
  return prefers('text/event-stream', accept);
}

/** Whether an Accept header prefers a page to JSON, as those of browsers do for an address that a person opens. */
export function prefersHtml(accept: string | undefined): boolean {
  return prefers('text/html', accept);
}

/**
 * Whether an Accept header prefers a type to JSON (RFC 9110 §12.5.1): it names the type, and gives JSON a lower weight or none. All
 * other headers get JSON, including those that list types that they do not receive.
 */
function prefers(type: string, accept: string | undefined): boolean {
  const weights = new Map((accept ?? '').toLowerCase().split(',').map(weighted));
  // If several entries match a type, the most specific one counts.
  const json = JSON_TYPES.map((one) => weights.get(one)).find((weight) => weight !== undefined) ?? 0;
  return (weights.get(type) ?? 0) > json;
}

/** Splits `text/event-stream; q=0.5` into type and weight. A missing or invalid weight is 1. */
function weighted(entry: string): [type: string, weight: number] {
  const [type = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = Number(q?.slice(2) || 1);
  return [type, weight >= 0 && weight <= 1 ? weight : 1];
}
