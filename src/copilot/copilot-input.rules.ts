import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import type { CopilotAction } from './copilot.types';

const actionOf = (input: unknown): unknown => (input as { action?: unknown }).action;

/** The property belongs to one action: required there, refused elsewhere. */
export const For = (action: CopilotAction): PropertyDecorator =>
  applyDecorators(
    ValidateIf((input, value: unknown) => actionOf(input) === action || value !== undefined),
    ValidateBy({
      name: 'isForAction',
      validator: {
        validate: (_value, args?: ValidationArguments) => actionOf(args?.object) === action,
        defaultMessage: () => `is allowed only for the action ${action}`,
      },
    }),
  );
