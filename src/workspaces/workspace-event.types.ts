import { declareEvents, EventData } from '../common/event-types/declare-events';
import { BooleanField, CodeField, EnumField, EventField, IdField } from '../common/event-types/event-fields';
import { type Role, ROLES } from '../common/operations/access';

class MemberData extends EventData {
  /** Null: the invitation was not accepted yet. */
  @IdField({ nullable: true })
  memberId: string | null;
  @IdField({ nullable: true })
  invitationId: string | null;
  @EnumField(ROLES)
  role: Role;
  /** Whether the member sees some agents only. */
  @BooleanField()
  isRestricted: boolean;
}

class WorkspaceKeyData extends EventData {
  @IdField()
  keyId: string;
  @EventField({
    type: 'array',
    items: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*:[a-z]+$', maxLength: 100 },
    maxItems: 100,
  })
  scopes: readonly string[];
}

class WorkspaceData extends EventData {
  @CodeField()
  planId: string;
}

const ADMIN = { audience: 'admin', agentBound: false } as const;
const MEMBER = { ...ADMIN, data: MemberData, resource: 'member' } as const;
const KEY = { ...ADMIN, data: WorkspaceKeyData, resource: 'workspace_key' } as const;
const WORKSPACE = { ...ADMIN, data: WorkspaceData, resource: 'workspace' } as const;

export const WORKSPACE_EVENTS = declareEvents('workspaces', {
  'member.invited': { ...MEMBER, summary: 'A person was invited to the workspace.' },
  'member.joined': { ...MEMBER, summary: 'A person has accepted an invitation.' },
  'member.updated': { ...MEMBER, summary: 'The role or the restriction of a member has changed.' },
  'member.removed': { ...MEMBER, summary: 'A member was removed, or has left.' },
  'workspace_key.created': { ...KEY, summary: 'A workspace key was created.' },
  'workspace_key.updated': { ...KEY, summary: 'The name or scopes of a workspace key have changed.' },
  'workspace_key.revoked': { ...KEY, summary: 'A workspace key was revoked: it works no more.' },
  'workspace.updated': { ...WORKSPACE, summary: 'The name, time zone or country of the workspace has changed.' },
  'workspace.plan_changed': { ...WORKSPACE, summary: 'The workspace has another plan.' },
});
