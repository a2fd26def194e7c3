const EVENT_STREAM = 'text/event-stream';
const JSON_TYPES = ['application/json', 'application/*', '*/*'];

/**
 * Whether an Accept header asks for server-sent events rather than for JSON (RFC 9110 §12.5.1): it names them, and gives
 * JSON less weight or none. Everything else is content with JSON, or is for browsers and others that name what they do
 * not get.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  const weights = new Map((accept ?? '').toLowerCase().split(',').map(weighted));
  // Of several entries for one type the most specific counts.
  const json = JSON_TYPES.map((type) => weights.get(type)).find((weight) => weight !== undefined) ?? 0;
  return (weights.get(EVENT_STREAM) ?? 0) > json;
}

/** `text/event-stream; q=0.5` as its type and its weight, which is 1 where none is given or it makes no sense. */
function weighted(entry: string): [type: string, weight: number] {
  const [type = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = Number(q?.slice(2) || 1);
  return [type, weight >= 0 && weight <= 1 ? weight : 1];
}
