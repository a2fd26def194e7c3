import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import type { Role } from '../../common/operations/access';
import type { Member } from '../../common/request/principal';
import { MembersService } from '../../workspaces/members/members.service';
import { needsAttention, statusOf } from '../devices/device-health';
import type { KnownDevice } from '../devices/notification-device.entity';
import type { DeviceStatus } from '../devices/notification-device.types';
import { NotificationDevicesRepository, type Reachable } from '../devices/notification-devices.repository';
import type { MailFailure } from '../notices/member-notification.types';
import { MailHealthRepository } from './mail-health.repository';
import type { MemberSettings } from './notification-settings.entity';
import { NotificationSettingsService } from './notification-settings.service';

export interface MemberSummary {
  memberId: string;
  name: string;
  email: string;
  role: Role;
  agentIds: readonly string[] | null;
  settings: MemberSettings;
  devices: Readonly<Record<DeviceStatus, number>>;
  needsAttention: boolean;
  lastSuccessAt: Date | null;
  emailFailure: MailFailure | null;
}

export interface AgentSummary {
  agentId: string;
  name: string;
  /** Members who can see the agent. */
  members: number;
  /** Members who have not muted it either. */
  listening: number;
  /** Members who also have a working device. */
  reachable: number;
}

/**
 * Shows the managers of a workspace which members can be notified: counts only, and no data that identifies a device.
 */
@Injectable()
export class MemberSummariesService {
  constructor(
    private readonly members: MembersService,
    private readonly agents: AgentsService,
    private readonly settings: NotificationSettingsService,
    private readonly devices: NotificationDevicesRepository,
    private readonly mails: MailHealthRepository,
  ) {}

  async summarize(caller: Member): Promise<{ members: MemberSummary[]; agents: AgentSummary[] }> {
    const { workspaceId } = caller;
    const members = await this.members.list(workspaceId);
    const accountIds = members.map(({ accountId }) => accountId);
    const settings = await this.settings.listOf(workspaceId, accountIds);
    const { devices, now } = await this.devices.listOf(accountIds);
    const failures = await this.mails.listFailures(
      workspaceId,
      members.map(({ id }) => id),
    );
    const owned = byAccount(devices);
    const summaries = members.map(({ id, name, email, role, accountId, restrictedAgentIds }) => ({
      memberId: id,
      name,
      email,
      role,
      agentIds: restrictedAgentIds,
      settings: settings.get(accountId)!,
      ...ofDevices({ devices: owned.get(accountId) ?? [], now }),
      emailFailure: failures.get(id) ?? null,
    }));
    const agents = await this.agents.listNames(caller);
    return { members: summaries, agents: agents.map((agent) => ofAgent(agent, summaries)) };
  }
}

function ofDevices({ devices, now }: Reachable): Pick<MemberSummary, 'devices' | 'needsAttention' | 'lastSuccessAt'> {
  const counts = { enabled: 0, paused: 0, failing: 0, expired: 0, revoked: 0 };
  for (const device of devices) counts[statusOf(device)] += 1;
  const successes = devices.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
  return {
    devices: counts,
    needsAttention: devices.some((device) => needsAttention(device, now)),
    lastSuccessAt: successes.sort((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
}

function ofAgent({ id, name }: { id: string; name: string }, members: readonly MemberSummary[]): AgentSummary {
  const seeing = members.filter(({ agentIds }) => agentIds === null || agentIds.includes(id));
  const listening = seeing.filter(({ settings }) => !settings.muted && !settings.mutedAgentIds.includes(id));
  const reachable = listening.filter(({ devices }) => devices.enabled + devices.failing > 0);
  return { agentId: id, name, members: seeing.length, listening: listening.length, reachable: reachable.length };
}

function byAccount(devices: readonly KnownDevice[]): Map<string, KnownDevice[]> {
  const owned = new Map<string, KnownDevice[]>();
  for (const device of devices) owned.set(device.accountId, [...(owned.get(device.accountId) ?? []), device]);
  return owned;
}
