import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { UUID_FORM } from '../database/uuid';
import type { Member } from '../request/principal';
import { documented, Field, type FieldOptions } from '../validation/field-rules';

const MEMBER = new RegExp(`^(me|${UUID_FORM})$`);
const ASSIGNEE = new RegExp(`^(me|unassigned|${UUID_FORM})$`);

const NAMED_MEMBER = { type: String, pattern: MEMBER.source, maxLength: 36, example: 'me' };

const isMember = (): PropertyDecorator => Matches(MEMBER, { message: 'must be the id of a member, or me' });

/** A member in a body: an id, or `me`. {@link memberIdOf} reads it. */
export function NamedMember(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(ApiProperty({ ...NAMED_MEMBER, ...documented(field) }), isMember(), Field(field));
}

/** A member in a query: an id, or `me`. {@link memberIdOf} reads it. */
export function MemberQuery(): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional(NAMED_MEMBER), IsOptional(), isMember());
}

/** An assignee in a body: the id of a member, `me`, or `unassigned`. */
export function NamedAssignee(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, pattern: ASSIGNEE.source, maxLength: 36, example: 'me', ...documented(field) }),
    Matches(ASSIGNEE, { message: 'must be the id of a member, me, or unassigned' }),
    Field(field),
  );
}

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

/** The member id for a name in a body or query. Null and undefined stay as they are. */
export function memberIdOf<None extends null | undefined>(
  named: string | None,
  { memberId }: Pick<Member, 'memberId'>,
): string | None {
  return typeof named === 'string' ? (named === 'me' ? memberId : named.toLowerCase()) : named;
}

/** The member id for a value of `assignee`. Null for unassigned, undefined for any assignee. */
export function assigneeOf(assignee: string | undefined, caller: Pick<Member, 'memberId'>): string | null | undefined {
  return assignee === 'unassigned' ? null : memberIdOf(assignee, caller);
}
