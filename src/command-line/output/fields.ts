type Values = Readonly<Record<string, unknown>>;

/** `--fields id,agent.name`: a dot selects a field of a record, or of every record of a list. */
export function fieldOf(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => step(inner, name), value);
}

export function onlyFields(value: unknown, fields: readonly string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, fieldOf(value, field) ?? null]));
}

function step(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => step(item, name));
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as text for people. An unknown value is empty. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  return isRecord(value) ? JSON.stringify(value) : String(value);
}
