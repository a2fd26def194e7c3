/** Details of a failure for the log: numbers, and words from a fixed list in the program. */
export type Facts = Readonly<Record<string, number | string>>;

/**
 * A failure whose message the program wrote itself. The log contains the message and facts of this class only, and of no other
 * error, so neither may contain text from a request, a file or another server.
 */
export class OwnFailure extends Error {
  readonly facts: Facts;

  constructor(message: string, { facts = {}, ...options }: ErrorOptions & { facts?: Facts } = {}) {
    super(message, options);
    this.name = new.target.name;
    this.facts = facts;
  }
}
