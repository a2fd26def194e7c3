import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import type { Member } from '../../common/request/principal';
import { DEFAULT_SETTINGS, type MemberSettings } from './notification-settings.entity';
import type { UpdateNotificationSettingsInput } from './notification-settings-input.dto';
import { NotificationSettingsRepository } from './notification-settings.repository';

/** A member's settings, with the agents that they reach now. */
export interface OwnSettings {
  settings: MemberSettings;
  agents: { id: string; name: string }[];
}

/** What members want to hear of in a workspace. How they hear of it is among the preferences of their account. */
@Injectable()
export class NotificationSettingsService {
  constructor(
    private readonly settings: NotificationSettingsRepository,
    private readonly agents: AgentsService,
  ) {}

  async get(member: Member): Promise<OwnSettings> {
    const saved = await this.settings.find(member.workspaceId, member.accountId);
    return { settings: saved ?? DEFAULT_SETTINGS, agents: await this.agents.listNames(member) };
  }

  /** Changes what is supplied. @throws UnknownAgents 400 */
  async update(member: Member, change: UpdateNotificationSettingsInput): Promise<OwnSettings> {
    const { muted, showContent, mutedAgentIds } = change;
    if (mutedAgentIds !== undefined) await this.agents.ensureAll(member, mutedAgentIds, '/mutedAgentIds');
    if (Object.values({ muted, showContent, mutedAgentIds }).some((value) => value !== undefined)) {
      await this.settings.upsert(member, change);
    }
    return this.get(member);
  }

  /** Of each of these accounts, for who decides what they are told. One statement. */
  async listOf(workspaceId: string, accountIds: readonly string[]): Promise<Map<string, MemberSettings>> {
    const saved = await this.settings.list(workspaceId, accountIds);
    const found = new Map<string, MemberSettings>(saved.map((settings) => [settings.accountId, settings]));
    return new Map(accountIds.map((accountId) => [accountId, found.get(accountId) ?? DEFAULT_SETTINGS]));
  }
}
