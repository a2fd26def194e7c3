type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The fields of `to` that `from` has otherwise, as `updateAgent` takes them: of objects their changed fields, of lists the whole. */
export function changedFields<T extends object>(from: T, to: T): Partial<T> {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(to)) {
    const before = (from as Fields)[name];
    if (isSame(before, value)) continue;
    changes[name] = isFields(before) && isFields(value) ? changedFields(before, value) : value;
  }
  return changes as Partial<T>;
}

/** `base` with the changes put over it. */
export function withChanges<T extends object>(base: T, changes: Partial<T>): T {
  const result: Record<string, unknown> = { ...(base as Fields) };
  for (const [name, value] of Object.entries(changes)) {
    const before = result[name];
    result[name] = isFields(before) && isFields(value) ? withChanges(before, value) : value;
  }
  return result as T;
}

/** The changed fields as `widgetConfig.greeting`, with the value that each has. */
export function listed(changes: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(changes).flatMap(([name, value]: [string, unknown]) =>
    isFields(value) ? listed(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value] as [string, unknown]],
  );
}
