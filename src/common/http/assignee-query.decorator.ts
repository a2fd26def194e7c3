import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';

const UUID_FORM = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const ASSIGNEE = new RegExp(`^(me|unassigned|${UUID_FORM})$`);

/** The query parameter `assignee`: the id of a member, `me`, or `unassigned`. */
export function AssigneeQuery(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      description: 'The id of a member, `me`, or `unassigned`.',
      pattern: ASSIGNEE.source,
      maxLength: 36,
      example: 'me',
    }),
    IsOptional(),
    Matches(ASSIGNEE, { message: 'must be the id of a member, me, or unassigned' }),
  );
}

/** The member id for a value of `assignee`, where `memberId` is the caller. Null for unassigned, undefined for any assignee. */
export function assigneeOf(assignee: string | undefined, memberId: string): string | null | undefined {
  return assignee === 'me' ? memberId : assignee === 'unassigned' ? null : assignee;
}
