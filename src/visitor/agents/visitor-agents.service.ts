import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { AgentLabels, VisibleAgent } from '../../agents/agent.types';
import { AgentsService } from '../../agents/agents.service';
import { NotFound } from '../../common/errors/domain-error';
import { AgentFileSettingsService } from '../../files/settings/agent-file-settings.service';
import { type Surface, SURFACES } from '../../common/request/principal';
import { VisitorLimits } from '../visitor-limits';
import type { PublicAgent, ShownAgent } from './visitor-agent.types';

/**
 * Agents as visitors know them. One that is not there, does not answer, or is not shown in this place is not found. Only
 * `stateOf` tells these apart, for the developer of a page.
 */
@Injectable()
export class VisitorAgentsService {
  constructor(
    private readonly agents: AgentsService,
    private readonly files: AgentFileSettingsService,
    private readonly limits: VisitorLimits,
  ) {}

  /** Its public settings with their entity tag. `locale`: the visitor's, if they have one. @throws NotFound 404, RateLimited 429 */
  async get(
    agentId: string,
    surface: Surface,
    locale: string | undefined,
  ): Promise<{ agent: PublicAgent; etag: string }> {
    await this.limits.agentShown();
    const { agent } = await this.require(agentId, surface, locale);
    const digest = createHash('sha256').update(JSON.stringify(agent)).digest('base64url').slice(0, 22);
    return { agent, etag: `"${digest}"` };
  }

  /** For documents. @throws NotFound 404 */
  async require(agentId: string, surface: Surface, locale?: string): Promise<ShownAgent> {
    const agent = await this.find(agentId, surface);
    if (!agent) throw new NotFound();
    const { workspaceId, allowedDomains, indexable } = agent;
    const { visitorFiles: files } = await this.files.get(workspaceId, agent.id);
    return { workspaceId, allowedDomains, indexable, agent: { ...publicAgent(agent, locale), files } };
  }

  /** Whether it is shown anywhere. */
  async exists(agentId: string): Promise<boolean> {
    const agent = await this.agents.findVisible(agentId);
    return agent !== null && agent.answers && SURFACES.some((surface) => isShown(agent, surface));
  }

  /** Its `allowedDomains`. @throws NotFound 404 where there is no such agent */
  async sitesOf(agentId: string): Promise<string[]> {
    const agent = await this.agents.findVisible(agentId);
    if (!agent) throw new NotFound();
    return agent.allowedDomains;
  }

  /** For the developer of a page without a chat. null: there is no such agent. */
  async stateOf(
    agentId: string,
  ): Promise<{ allowedDomains: string[]; answers: boolean; widgetEnabled: boolean } | null> {
    const agent = await this.agents.findVisible(agentId);
    if (!agent) return null;
    const { allowedDomains, answers, widgetConfig } = agent;
    return { allowedDomains, answers, widgetEnabled: widgetConfig.widgetEnabled };
  }

  private async find(agentId: string, surface: Surface): Promise<VisibleAgent | null> {
    const agent = await this.agents.findVisible(agentId);
    return agent && agent.answers && isShown(agent, surface) ? agent : null;
  }
}

function isShown({ widgetConfig, chatPageEnabled, chatPageBlockedAt }: VisibleAgent, surface: Surface): boolean {
  return surface === 'widget' ? widgetConfig.widgetEnabled : chatPageEnabled && chatPageBlockedAt === null;
}

function publicAgent(agent: VisibleAgent, wanted: string | undefined): Omit<PublicAgent, 'files'> {
  const { id, widgetConfig: widget, voiceConfig: voice, learningConfig, supportEmail, website, logoUrl } = agent;
  const { locale } = widget.labels;
  return {
    id,
    displayName: widget.displayName,
    greeting: widget.greeting,
    accentColor: widget.accentColor,
    suggestedPrompts: widget.suggestedPrompts,
    promptGroups: widget.promptGroups.map(({ title, prompts }) => ({ title, prompts })),
    locale: locale === 'auto' ? (wanted ?? 'en') : locale,
    labels: ownLabels(agent),
    privacyPolicyUrl: widget.privacyPolicyUrl,
    dictationEnabled: widget.dictationEnabled,
    showPoweredBy: widget.showPoweredBy,
    bubblePosition: widget.bubblePosition,
    socialLinks: widget.socialLinks.map(({ label, url }) => ({ label, url })),
    supportEmail: widget.showSupportEmail ? supportEmail : null,
    website,
    logoUrl,
    chatPageTheme: widget.chatPageTheme,
    widgetEnabled: widget.widgetEnabled,
    chatPageEnabled: agent.chatPageEnabled && agent.chatPageBlockedAt === null,
    voice: {
      enabled: voice.enabled,
      language: voice.language,
      consentCopy: voice.consentCopy,
      maxDurationSeconds: voice.maxDurationSeconds,
      voiceId: voice.voiceId,
    },
    keepsUnansweredQuestions: learningConfig.captureEnabled,
  };
}

/** Default texts are English, and no choice of the workspace: visitors get them in their own language. */
function ownLabels({ widgetConfig: { labels, messagePlaceholder }, usualLabels }: VisibleAgent): PublicAgent['labels'] {
  const own = (label: Exclude<keyof AgentLabels, 'locale'>): string | null =>
    labels[label] === usualLabels[label] ? null : labels[label];
  const placeholder = messagePlaceholder === '' || messagePlaceholder === usualLabels.composerPlaceholder;
  return {
    composerPlaceholder: placeholder ? own('composerPlaceholder') : messagePlaceholder,
    sendButton: own('sendButton'),
    openButton: own('openButton'),
    poweredBy: own('poweredBy'),
  };
}
