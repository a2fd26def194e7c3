import { ApiExtension } from '@nestjs/swagger';

/** One finding; besides these fields it can name facts, such as `currentVersion`. */
@ApiExtension('x-additional-properties', true)
export class ErrorDetailDto {
  /**
   * A JSON Pointer into the body, or `query.<name>`, `path.<name>`, `header.<name>`.
   * @example "/name"
   */
  path?: string;
  /** @example "too_long" */
  code: string;
  /** @example "must be at most 255 characters" */
  message: string;
}

/** The body of every refusal outside the token endpoint. */
export class ErrorDto {
  /**
   * A sentence for a person.
   * @example "The request is not valid."
   */
  error: string;
  /**
   * A stable word for a program.
   * @example "validation_failed"
   */
  code: string;
  details?: ErrorDetailDto[];
}
