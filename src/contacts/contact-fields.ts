import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsObject, ValidateBy } from 'class-validator';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { Field, type FieldOptions } from '../common/validation/field-rules';
import { Ids } from '../common/validation/plain-fields';
import { remembered } from '../common/validation/remembered';

export const MOST_ATTRIBUTES = 100;
/** Largest size of a contact's attributes as JSON, in characters. Contacts are read and written by the thousand. */
export const LONGEST_ATTRIBUTES = 32_768;
export const LONGEST_ATTRIBUTE_NAME = 100;
export const LONGEST_VALUE = 1000;
/** Largest number of agents of a contact. The table has the same limit. */
export const MOST_AGENTS = 200;
export const LONGEST_PHONE = 40;

/** Returns the number in E.164 format, or null if the text is not a number that can be dialed from any country. */
const e164 = remembered(1_000, (text): string | null => {
  const plain = text.trim();
  if (!plain.startsWith('+') || text.length > LONGEST_PHONE) return null;
  const number = parsePhoneNumberFromString(plain, { extract: false });
  return number?.isPossible() && !number.ext ? number.number : null;
});

/** A phone number with its country code. Accepts spaces and punctuation, and removes them. */
export function PhoneNumber(field: FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, maxLength: LONGEST_PHONE, nullable: true, required: false, example: '+442079460958' }),
    Transform(({ value }) => (typeof value === 'string' ? (e164(value) ?? value) : (value as unknown))),
    Field(field),
    ValidateBy({
      name: 'isPhoneNumber',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && /^\+[1-9]\d{1,14}$/.test(value) && !!e164(value),
        defaultMessage: () => 'must be a phone number with its country code, such as +442079460958',
      },
    }),
  );
}

/** Agents of the workspace, each once. */
export const AgentIds = (): PropertyDecorator => Ids({ size: MOST_AGENTS, optional: true });

/** The workspace's own attributes: names with scalar values. null removes an attribute. */
export function Attributes(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: {
        oneOf: [{ type: 'string', maxLength: LONGEST_VALUE }, { type: 'number' }, { type: 'boolean' }],
        nullable: true,
      },
      maxProperties: MOST_ATTRIBUTES,
      example: { plan: 'gold', seats: 12, trial: false },
    }),
    Field({ optional: true }),
    IsObject(),
    ValidateBy({
      name: 'isAttributes',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' && value !== null && Object.entries(value).every(isAttribute),
        defaultMessage: () =>
          `must have names of 1 to ${LONGEST_ATTRIBUTE_NAME} characters; each value must be a number, a boolean, or text of at most ${LONGEST_VALUE} characters`,
      },
    }),
  );
}

function isAttribute([name, value]: [string, unknown]): boolean {
  if (name === '' || Array.from(name).length > LONGEST_ATTRIBUTE_NAME) return false;
  if (typeof value === 'string') return Array.from(value).length <= LONGEST_VALUE;
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}
