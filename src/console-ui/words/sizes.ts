/** "38 byte", "1.2 kB", "3 MB": in the reader's language. */
export function sizeOf(bytes: number, locale: string): string {
  const [unit, value] =
    bytes < 1_000 ? ['byte', bytes] : bytes < 1_000_000 ? ['kilobyte', bytes / 1_000] : ['megabyte', bytes / 1_000_000];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}
