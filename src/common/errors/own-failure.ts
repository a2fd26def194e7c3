/** What a failure tells beside its words: figures, and words out of a list that the program has. */
export type Facts = Readonly<Record<string, number | string>>;

/**
 * A failure in the program's own words. Its message and facts are logged, as those of no other error are, so neither may
 * hold anything that a request, a file or another server has sent.
 */
export class OwnFailure extends Error {
  readonly facts: Facts;

  constructor(message: string, { facts = {}, ...options }: ErrorOptions & { facts?: Facts } = {}) {
    super(message, options);
    this.name = new.target.name;
    this.facts = facts;
  }
}
