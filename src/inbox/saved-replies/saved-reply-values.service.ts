import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import type { Member } from '../../common/request/principal';
import type { ConversationRecord } from '../../conversations/conversation-queries.service';
import { MembersService } from '../../workspaces/members/members.service';
import { WorkspacesService } from '../../workspaces/workspaces.service';
import { ConversationContacts, type ContactValues } from '../conversations/contacts.port';
import { OpeningHours } from './opening-hours.port';
import { ATTRIBUTE, type VariableName } from './template';

export type RepliedConversation = Pick<ConversationRecord, 'id' | 'workspaceId' | 'agentId' | 'contactId' | 'subject'>;

/** The values of the variables in one conversation, for one member. Reads only the records that the variables need. */
@Injectable()
export class SavedReplyValues {
  constructor(
    private readonly contacts: ConversationContacts,
    private readonly agents: AgentsService,
    private readonly members: MembersService,
    private readonly workspaces: WorkspacesService,
    private readonly hours: OpeningHours,
  ) {}

  /** The variables that are not in the map have no value. A contact that the member does not see has none. */
  async of(
    member: Member,
    conversation: RepliedConversation,
    names: ReadonlySet<string>,
    language: string | null,
  ): Promise<Map<string, string>> {
    const { workspaceId, agentId } = conversation;
    const needs = (subject: string): boolean => [...names].some((name) => name.startsWith(`${subject}.`));
    const contact = needs('contact') || needs('hours') ? await this.contactOf(member, conversation) : null;
    const workspace = needs('workspace') || needs('hours') ? await this.workspaces.get(workspaceId) : null;
    const memberName = needs('member')
      ? (await this.members.listNames(workspaceId, [member.memberId])).get(member.memberId)
      : undefined;
    const opening = needs('hours') ? await this.hours.findNextOpening(workspaceId, agentId) : null;
    const values: Readonly<Record<VariableName, string | null | undefined>> = {
      'contact.name': contact?.name,
      'contact.firstName': firstWord(contact?.name),
      'contact.email': contact?.email,
      'contact.phone': contact?.phone,
      'contact.company': contact?.company,
      'conversation.subject': conversation.subject,
      'conversation.id': conversation.id,
      'agent.name': needs('agent') ? (await this.agents.require(member, agentId)).name : null,
      'member.name': memberName,
      'member.firstName': firstWord(memberName),
      'workspace.name': workspace?.name,
      'hours.next': opening && inWords(opening, contact?.timezone ?? workspace?.timezone ?? 'UTC', language ?? 'en'),
    };
    const attributes = Object.entries(contact?.attributes ?? {}).map(([key, value]) => [
      ATTRIBUTE + key,
      String(value),
    ]);
    const known = [...Object.entries(values), ...attributes] as [string, string | null | undefined][];
    return new Map(known.flatMap(([name, value]) => (value ? [[name, value] as const] : [])));
  }

  private async contactOf(member: Member, { contactId }: RepliedConversation): Promise<ContactValues | null> {
    return contactId === null ? null : this.contacts.findValues(member, contactId);
  }
}

function firstWord(name: string | null | undefined): string | undefined {
  return name?.trim().split(/\s+/, 1)[0];
}

/** `Monday, March 2 at 9:00 AM GMT+1`, in the language of the reply. */
function inWords(instant: Date, timeZone: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant);
}
