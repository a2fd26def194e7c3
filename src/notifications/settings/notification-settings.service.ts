import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Member } from '../../common/request/principal';
import type { MailFailure, NotificationEvent } from '../notices/member-notification.types';
import { MailHealthRepository } from './mail-health.repository';
import { DEFAULT_SETTINGS, type MemberSettings } from './notification-settings.entity';
import type { UpdateNotificationSettingsInput } from './notification-settings-input.dto';
import { NotificationSettingsRepository } from './notification-settings.repository';
import { OptOutsRepository } from './opt-outs.repository';

/** A member's settings, with the agents that they have access to now. */
export interface OwnSettings {
  settings: MemberSettings;
  agents: { id: string; name: string }[];
  unsubscribedEvents: NotificationEvent[];
  emailFailure: MailFailure | null;
}

/** The notification settings of members in a workspace. The preferences of their account set the channels. */
@Injectable()
export class NotificationSettingsService {
  constructor(
    private readonly settings: NotificationSettingsRepository,
    private readonly optOuts: OptOutsRepository,
    private readonly mails: MailHealthRepository,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
  ) {}

  async get(member: Member): Promise<OwnSettings> {
    const { workspaceId, accountId, memberId } = member;
    return {
      settings: (await this.settings.find(workspaceId, accountId)) ?? DEFAULT_SETTINGS,
      agents: await this.agents.listNames(member),
      unsubscribedEvents: await this.optOuts.list(workspaceId, memberId),
      emailFailure: (await this.mails.listFailures(workspaceId, [memberId])).get(memberId) ?? null,
    };
  }

  /** Changes the fields that are sent. @throws UnknownAgents 400 */
  async update(member: Member, change: UpdateNotificationSettingsInput): Promise<OwnSettings> {
    const { muted, showContent, mutedAgentIds, unsubscribedEvents } = change;
    if (mutedAgentIds !== undefined) await this.agents.ensureAll(member, mutedAgentIds, '/mutedAgentIds');
    if (Object.values(change).every((value) => value === undefined)) return this.get(member);
    return this.work.run(async () => {
      await this.settings.upsert(member, { muted, showContent, mutedAgentIds });
      if (unsubscribedEvents !== undefined) {
        await this.optOuts.deleteOthers(member.workspaceId, member.memberId, unsubscribedEvents);
        await this.optOuts.insert(member.workspaceId, member.memberId, unsubscribedEvents);
      }
      return this.get(member);
    });
  }

  /** The settings of each of these accounts, to decide which notifications are sent. One statement. */
  async listOf(workspaceId: string, accountIds: readonly string[]): Promise<Map<string, MemberSettings>> {
    const saved = await this.settings.list(workspaceId, accountIds);
    const found = new Map<string, MemberSettings>(saved.map((settings) => [settings.accountId, settings]));
    return new Map(accountIds.map((accountId) => [accountId, found.get(accountId) ?? DEFAULT_SETTINGS]));
  }
}
