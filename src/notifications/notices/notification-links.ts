import { Injectable } from '@nestjs/common';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import type { MailScope } from './member-notification.types';

/** The links in notifications. */
@Injectable()
export class NotificationLinks {
  private readonly seal: Seal;

  constructor(private readonly settings: Settings) {
    this.seal = new Seal(settings.values, 'unsubscribe');
  }

  /** The page on which a member reads a conversation. */
  conversation({ workspaceId, conversationId }: { workspaceId: string; conversationId: string }): string {
    const { INBOX_URL, PUBLIC_URL } = this.settings.values;
    const template = INBOX_URL || `${PUBLIC_URL}/app/w/{workspaceId}/inbox/all/{conversationId}`;
    return template.replaceAll('{workspaceId}', workspaceId).replaceAll('{conversationId}', conversationId);
  }

  /** A link that ends these mails and allows nothing else. It is valid as long as the key is configured. */
  unsubscribe(scope: MailScope): string {
    return `${this.settings.values.PUBLIC_URL}/unsubscribe?token=${this.seal.sealToken(JSON.stringify(scope))}`;
  }

  /** Null: the token is not valid. */
  scopeOf(token: string): MailScope | null {
    const scope = this.seal.openToken(token);
    return scope === null ? null : (JSON.parse(scope) as MailScope);
  }
}
