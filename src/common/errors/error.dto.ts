import { ApiExtension } from '@nestjs/swagger';

/** One problem with the request. It can have further fields with facts, such as `limit`. */
@ApiExtension('x-additional-properties', true)
export class ErrorDetailDto {
  /**
   * JSON Pointer to a field of the body, or `query.<name>`, `path.<name>`, or `header.<name>`.
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
   * Message for people. Its wording can change.
   * @example "The request is not valid."
   */
  error: string;
  /**
   * Stable code for programs.
   * @example "validation_failed"
   */
  code: string;
  details?: ErrorDetailDto[];
}
