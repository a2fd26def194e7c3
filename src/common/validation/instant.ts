import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { isISO8601, ValidateBy } from 'class-validator';
import { documented, Field, type FieldOptions } from './field-rules';

const DATE_TIME = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?';
const WITH_ZONE = new RegExp(`${DATE_TIME}(Z|[+-]\\d\\d:\\d\\d)$`);
const IN_UTC = new RegExp(`${DATE_TIME}Z$`);

/** A date-time of RFC 3339 §5.6: a valid date, with seconds and a time zone. Read with a precision of milliseconds. */
export function Instant(field: FieldOptions = {}): PropertyDecorator {
  return instant(field, WITH_ZONE, 'must be a date-time such as 2030-01-31T09:30:00.000Z');
}

/** Like {@link Instant}, but in UTC, with a final Z. */
export function UtcInstant(field: FieldOptions = {}): PropertyDecorator {
  return instant(field, IN_UTC, 'must be a date-time in UTC such as 2030-01-31T09:30:00.000Z');
}

function instant(field: FieldOptions, form: RegExp, message: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'date-time', pattern: form.source, ...documented(field) }),
    Field(field),
    ValidateBy({
      name: 'isInstant',
      validator: { validate: (value) => isInstant(value, form), defaultMessage: () => message },
    }),
  );
}

function isInstant(value: unknown, form: RegExp): boolean {
  return (
    typeof value === 'string' &&
    form.test(value) &&
    isISO8601(value, { strict: true, strictSeparator: true }) &&
    !Number.isNaN(Date.parse(value))
  );
}
