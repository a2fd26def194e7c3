import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsUUID } from 'class-validator';
import { ROLES } from '../../common/operations/access';
import { Field } from '../../common/validation/field-rules';

/** A role in a body. */
export function RoleField(options: { required?: false } = {}): PropertyDecorator {
  return applyDecorators(ApiProperty({ enum: ROLES, example: 'member', ...options }), IsIn(ROLES));
}

/** A restriction to agents in a body. The service distinguishes absent from null. */
export function RestrictionField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      maxItems: 1000,
      nullable: true,
      required: false,
      example: null,
    }),
    Field({ optional: true, nullable: true }),
    IsArray(),
    ArrayMaxSize(1000),
    IsUUID('loose', { each: true }),
  );
}
