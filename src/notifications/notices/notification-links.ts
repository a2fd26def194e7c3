import { Injectable } from '@nestjs/common';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import type { MailScope } from './member-notification.types';

/** The addresses in notifications. */
@Injectable()
export class NotificationLinks {
  private readonly seal: Seal;

  constructor(private readonly settings: Settings) {
    this.seal = new Seal(settings.values, 'unsubscribe');
  }

  /** Where a member reads a conversation. */
  conversation({ workspaceId, conversationId }: { workspaceId: string; conversationId: string }): string {
    const { INBOX_URL } = this.settings.values;
    const template = INBOX_URL || `${this.settings.baseUrl}/workspaces/{workspaceId}/inbox/{conversationId}`;
    return template.replaceAll('{workspaceId}', workspaceId).replaceAll('{conversationId}', conversationId);
  }

  /** Whoever has it can end these mails, and nothing else. It is good for as long as the key is given. */
  unsubscribe(scope: MailScope): string {
    return `${this.settings.values.PUBLIC_URL}/unsubscribe?token=${this.seal.sealToken(JSON.stringify(scope))}`;
  }

  /** Null: no token of ours. */
  scopeOf(token: string): MailScope | null {
    const scope = this.seal.openToken(token);
    return scope === null ? null : (JSON.parse(scope) as MailScope);
  }
}
