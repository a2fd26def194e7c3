import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type ErrorDetail, ValidationFailed } from '../errors/domain-error';
import { requestIfAny } from '../request/request-context';

/** The error code for each failed rule of class-validator. Other rules have the code `invalid`. */
const DETAIL_CODES: Readonly<Record<string, string>> = {
  whitelistValidation: 'unknown_field',
  isDefined: 'required',
  isNotEmpty: 'required',
  isString: 'wrong_type',
  isBoolean: 'wrong_type',
  isInt: 'wrong_type',
  isNumber: 'wrong_type',
  isArray: 'wrong_type',
  isObject: 'wrong_type',
  nestedValidation: 'wrong_type',
  minLength: 'too_short',
  maxLength: 'too_long',
  min: 'too_small',
  max: 'too_large',
  arrayMinSize: 'too_few',
  arrayMaxSize: 'too_many',
  arrayUnique: 'not_unique',
  isIn: 'not_allowed',
  isEmail: 'invalid_email',
  isUuid: 'invalid_uuid',
};

/** Validates bodies and queries against their DTOs. Fields that the DTO does not declare are refused. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) => new ValidationFailed(errors.flatMap((error) => details(error, '/'))),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Values of our own parameter decorators do not come from the caller. Validating them would only wait for them.
    return metadata.type === 'custom' ? (value as Promise<unknown>) : this.validated(value, metadata);
  }

  private async validated(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    try {
      const valid = (await super.transform(value, metadata)) as unknown;
      const request = requestIfAny();
      if (request && metadata.type === 'body' && typeof valid === 'object' && valid !== null) request.body = valid;
      return valid;
    } catch (error) {
      throw metadata.type === 'query' && error instanceof ValidationFailed ? inQuery(error) : error;
    }
  }
}

function inQuery({ details: found }: ValidationFailed): ValidationFailed {
  return new ValidationFailed(found.map((detail) => ({ ...detail, path: `query.${(detail.path ?? '/').slice(1)}` })));
}

function details(error: ValidationError, prefix: string): ErrorDetail[] {
  const path = prefix + error.property.replace(/~/g, '~0').replace(/\//g, '~1');
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    path,
    ...found(rule, message, error),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => details(child, `${path}/`))];
}

/** Rules about the length of a text. For other values they fail because the value is not a text. */
const LENGTHS: ReadonlySet<string> = new Set(['isLength', 'minLength', 'maxLength']);

function found(rule: string, message: string, { property, value }: ValidationError): { code: string; message: string } {
  if (LENGTHS.has(rule) && typeof value !== 'string' && !Array.isArray(value)) {
    return { code: value === undefined ? 'required' : 'wrong_type', message: 'must be a string' };
  }
  if (rule === 'arrayUnique' && !Array.isArray(value)) {
    return { code: value === undefined ? 'required' : 'wrong_type', message: 'must be an array' };
  }
  const absent = value === undefined && rule !== 'whitelistValidation';
  return { code: absent ? 'required' : codeOf(rule, message), message: inSingular(withoutName(message, property)) };
}

function codeOf(rule: string, message: string): string {
  // This rule has two bounds. Only its message shows which of them is exceeded.
  if (rule === 'isLength') return message.includes('longer than') ? 'too_short' : 'too_long';
  return DETAIL_CODES[rule] ?? 'invalid';
}

/** class-validator always uses the plural. */
function inSingular(message: string): string {
  return message.replace(/(?<![\d.,])1 (character|element)s\b/, '1 $1');
}

/** Removes the name of the field, which the path already contains. */
function withoutName(message: string, property: string): string {
  if (message === `property ${property} should not exist`) return 'is not a known field';
  if (message === `All ${property}'s elements must be unique`) return 'must not contain the same element twice';
  return message.startsWith(`${property} `)
    ? message.slice(property.length + 1)
    : message.replace(` in ${property} `, ' ');
}
