/**
 * A statement of a hot path that finds at most one row: for one set of parameters, or for many in one statement. `types` are the
 * types of its parameters in PostgreSQL, in order.
 */
export class LookUp {
  /** Takes a list for each parameter. Each row has its place among the sets, from 1, as `"wanted.place"`. */
  readonly forMany: string;

  constructor(
    readonly sql: string,
    private readonly types: readonly string[],
  ) {
    const columns = types.map((_type, index) => `p${index + 1}`);
    const lists = types.map((type, index) => `$${index + 1}::${type}[]`);
    this.forMany = `
      SELECT wanted.place::int AS "wanted.place", found.*
      FROM unnest(${lists.join(', ')}) WITH ORDINALITY AS wanted (${[...columns, 'place'].join(', ')}),
        LATERAL (${sql.replace(/\$(\d+)/g, 'wanted.p$1')}) AS found`;
  }

  /** The sets of parameters as lists, one for each parameter. */
  lists(sets: readonly (readonly unknown[])[]): unknown[][] {
    return this.types.map((_type, index) => sets.map((parameters) => parameters[index]));
  }
}
