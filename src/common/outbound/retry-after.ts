/** The delay in a Retry-After header (RFC 9110 §10.2.3, seconds or a date) in milliseconds. Null without a valid value. */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1_000;
  const until = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(until) ? null : Math.max(0, until - now);
}
