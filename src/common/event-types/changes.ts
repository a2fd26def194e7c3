/** The part of an event that says how a record differs from before. */
export interface Changes {
  /** Field names, in the order of the declaration. */
  readonly changed: readonly string[];
  readonly previous: Readonly<Record<string, unknown>>;
}

/** The fields of a record that events name. `text`: its former value could be a text, name or address, so it is left out. */
export type ComparedFields<Row extends object> = { readonly [Name in keyof Row]?: 'value' | 'text' };

/** How `after` differs from `before`. Fields that `after` does not have are unchanged. */
export function changesOf<Row extends object>(
  before: Readonly<Row>,
  after: Readonly<Partial<Row>>,
  fields: ComparedFields<Row>,
): Changes {
  const names = (Object.keys(fields) as (keyof Row & string)[]).filter(
    (name) => after[name] !== undefined && !isEqual(before[name], after[name]),
  );
  const values = names.filter((name) => fields[name] === 'value').map((name) => [name, before[name] ?? null]);
  return { changed: names, previous: Object.fromEntries(values) as Record<string, unknown> };
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
