import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import type { FieldOptions } from './field-rules';

interface OnlyFor extends FieldOptions {
  /** The sibling property that holds the kind of the object, and the value that it must have. */
  property: string;
  value: string | readonly string[];
  message: string;
}

/** A property for objects of one kind only: required in them unless it is optional, and refused in all others. */
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
