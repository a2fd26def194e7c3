import { Injectable } from '@nestjs/common';
import type { Surface } from '../../common/request/principal';
import { SURFACES } from '../../common/request/principal';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';

/** What a document of this service says about itself, so that the sessions that it begins are the agent's on this site. */
export interface FrameTicket {
  agentId: string;
  surface: Surface;
  /** Origin of the page that shows the widget; null: it did not say. */
  site: string | null;
}

const VALID_MS = 15 * 60_000;

/**
 * Tickets that documents carry and other origins cannot read. A frame asks from the service's own origin, so without one
 * nothing would say which site it stands on.
 */
@Injectable()
export class VisitorTicketsService {
  private readonly seal: Seal;

  constructor(settings: Settings) {
    this.seal = new Seal(settings.values, 'visitor-ticket');
  }

  /** Valid for 15 minutes. */
  issue({ agentId, surface, site }: FrameTicket): string {
    const text = Buffer.from(JSON.stringify({ agentId, surface, site, expiresAt: Date.now() + VALID_MS })).toString(
      'base64url',
    );
    return `${text}.${this.seal.fingerprint(text).toString('base64url')}`;
  }

  /** Null: not one of ours, or too old. */
  open(ticket: string): FrameTicket | null {
    const [text = '', mac = '', more] = ticket.split('.');
    // As text, so that a ticket has one spelling.
    const code = Buffer.from(mac, 'base64url');
    if (more !== undefined || code.toString('base64url') !== mac || !this.seal.isFingerprint(code, text)) return null;
    const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as FrameTicket & { expiresAt: number };
    const isGood = content.expiresAt > Date.now() && SURFACES.includes(content.surface);
    return isGood ? { agentId: content.agentId, surface: content.surface, site: content.site } : null;
  }
}
