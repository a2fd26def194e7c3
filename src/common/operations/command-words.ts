/** The words of an operation on the command line. All are optional: the command line derives the others from the operation. */
export interface CommandWords {
  /** The command in place of the derived one: `inbox reply`. */
  name?: string;
  /** Former names of the command. They work for one more version and are not in the help. */
  formerly?: readonly string[];
  /**
   * The fields that a user types without a flag, in this order. Default: the path parameters, and then the only required text
   * of the body.
   */
  arguments?: readonly string[];
  /** Shorter flags, by field: `endRequests.disposition` is `--disposition`. The long flags work too. */
  flags?: Readonly<Record<string, string>>;
  /**
   * Fields that accept the name of a record although they are not called after its path parameter: `assignee` accepts what
   * `memberId` accepts.
   */
  names?: Readonly<Record<string, string>>;
  /** The columns of a list on a terminal. */
  columns?: readonly CommandColumn[];
  /** Complete examples, without `parley`. Default: one that is made from the examples of the fields. */
  examples?: readonly string[];
  /**
   * The effect of an operation that removes something, in one or two sentences for the user who must confirm. Null if one
   * command puts everything back: then no confirmation is necessary.
   */
  consequence?: string | null;
}

export interface CommandColumn {
  title: string;
  /** The fields with the value. The first that is not empty counts: `contact.name`, then `contact.email`. */
  fields: readonly string[];
  /** `age` of a time, the time that is `left` on an SLA clock, or a `mark` for true. Default: the text. */
  as?: 'text' | 'age' | 'left' | 'mark';
}
