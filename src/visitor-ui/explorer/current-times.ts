/** A time of RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Moves the times in examples to the present: the first becomes `now`, and the others keep their distance from it. An
 * operation that takes the time of an event refuses one of last year. `now` is in milliseconds since 1970.
 */
export function atPresent<Examples>(examples: Examples, now: number): Examples {
  const times = timesIn(examples);
  if (times.length === 0) return examples;
  const shift = now - Math.min(...times);
  return mapStrings(examples, (text) =>
    TIME.test(text) ? new Date(Date.parse(text) + shift).toISOString() : text,
  ) as Examples;
}

function timesIn(value: unknown): number[] {
  const times: number[] = [];
  mapStrings(value, (text) => {
    if (TIME.test(text)) times.push(Date.parse(text));
    return text;
  });
  return times;
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapStrings(one, map)]));
}
