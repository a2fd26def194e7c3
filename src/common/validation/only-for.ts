import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import type { FieldOptions } from './field-rules';

interface OnlyFor extends FieldOptions {
  /** The property beside this one that says what the object is, and what it has to say. */
  property: string;
  value: string | readonly string[];
  message: string;
}

/** The property belongs to objects of one kind: required there unless it is optional, refused elsewhere. */
export function OnlyFor({ property, value: kind, message, optional, nullable }: OnlyFor): PropertyDecorator {
  const isOfKind = (object: unknown): boolean =>
    [kind].flat().includes((object as Record<string, unknown>)[property] as string);
  return applyDecorators(
    ValidateIf((object, value: unknown) => {
      if (!isOfKind(object)) return value !== undefined;
      return !(optional && value === undefined) && !(nullable && value === null);
    }),
    ValidateBy({
      name: 'isOnlyFor',
      validator: {
        validate: (_value, args?: ValidationArguments) => isOfKind(args?.object),
        defaultMessage: () => message,
      },
    }),
  );
}
