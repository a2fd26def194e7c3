/** How long a server wants to be left alone, in milliseconds (RFC 9110 §10.2.3): seconds, or a date. Null where it does not say. */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | null {
  const told = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(told)) return Number(told) * 1_000;
  const until = /^[A-Z][a-z]{2}, /.test(told) ? Date.parse(told) : NaN;
  return Number.isNaN(until) ? null : Math.max(0, until - now);
}
