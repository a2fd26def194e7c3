import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, ValidateBy } from 'class-validator';

const OPENING = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const CLOSING = /^(?!00:00)(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** `HH:mm`, 00:00 to 23:59. */
export const OpeningTime = (): PropertyDecorator => time(OPENING, '09:00', 'must be a time from 00:00 to 23:59');

/** `HH:mm`, 00:01 to 24:00. */
export const ClosingTime = (): PropertyDecorator => time(CLOSING, '17:30', 'must be a time from 00:01 to 24:00');

/** `YYYY-MM-DD`, a day that there is. */
export function CalendarDate(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'date', maxLength: 10, example: '2026-12-25' }),
    ValidateBy({
      name: 'isCalendarDate',
      validator: { validate: isDate, defaultMessage: () => 'must be a date such as 2026-12-25' },
    }),
  );
}

function time(form: RegExp, example: string, message: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, maxLength: 5, pattern: form.source, example }),
    Matches(form, { message }),
    IsString(),
  );
}

/** Date.parse takes the thirtieth of February for the second of March. */
function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const instant = Date.parse(value);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value);
}
