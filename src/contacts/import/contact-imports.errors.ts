import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ storage_full: 503 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** Files wait in the database, so their number is limited. */
export class TooManyImports extends DomainError {
  constructor() {
    super('rate_limited', 'The workspace has too many unfinished imports. Wait for one of them to end.', {
      retryAfterSeconds: 30,
    });
  }
}

/** The total size of waiting files is limited. Each import makes room. */
export class TooManyBytes extends DomainError {
  constructor() {
    super(
      'rate_limited',
      'The files waiting to be imported take up all the space of the workspace. Wait for an import to end.',
      {
        retryAfterSeconds: 30,
      },
    );
  }
}

/** The file is larger than the limit, so waiting would not help. */
export class FileTooLarge extends DomainError {
  constructor(bytes: number) {
    super('payload_too_large', `The file is larger than ${bytes} bytes. Split it into smaller files.`);
  }
}

export class TooManyRows extends DomainError {
  constructor(most: number) {
    super('payload_too_large', `The file has more than ${most} rows. Split it into smaller files.`);
  }
}

/**
 * The waiting files of all workspaces take up all the space that the operator provides. The caller cannot change that.
 */
export class StorageFull extends DomainError {
  constructor() {
    super('storage_full', 'There is no space for more files at the moment. Try again later.', {
      retryAfterSeconds: 60,
    });
  }
}

/** Why an import ended early. The import shows it. */
export class ImportFailure extends Error {
  constructor(
    readonly code: 'membership_ended' | 'internal_error',
    message: string,
  ) {
    super(message);
  }
}

/** Some rows of a batch are about people who were erased in the meantime. Rolls back the batch's transaction. */
export class PeopleErased extends Error {
  constructor(readonly rows: ReadonlySet<number>) {
    super();
  }
}
