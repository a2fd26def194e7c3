import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { normalEmail } from '../../common/mail/email-address';
import { NO_WORKSPACE } from '../../common/jobs/turns';
import { OurAddresses } from '../addresses/our-addresses';
import { bareAddress } from '../threads/bare-address';
import { userInText } from './form-text';
import type { MailClaim } from './mail-jobs.repository';
import { withWriter, type WrittenMail } from './mail-writer';
import type { ParsedMail } from './reading/parsed-mail.types';

/** Finds out who wrote an email. */
@Injectable()
export class MailWriters {
  constructor(
    private readonly agents: AgentsService,
    private readonly ours: OurAddresses,
  ) {}

  async read(claim: MailClaim, mail: ParsedMail): Promise<WrittenMail> {
    const sent = withSender(mail, claim);
    // Only a list, an address to answer to, or the text of a form can name another writer.
    const isPlain = sent.list === null && sent.replyTo.length === 0 && userInText(sent) === null;
    const isShared = isPlain ? () => false : await this.sharedBy(claim.turnOf);
    return withWriter(sent, isShared);
  }

  /**
   * Recognizes addresses of the service and support addresses of the workspace's agents. An answer to one of them would return to
   * the service and reach no person.
   */
  async sharedBy(workspaceId: string): Promise<(address: string) => boolean> {
    const emails = workspaceId === NO_WORKSPACE ? [] : await this.agents.listSupportEmails(workspaceId);
    const shown = new Set(emails.map(normalEmail));
    return (address) => this.ours.has(address) || shown.has(address);
  }
}

/** Without a From header, the envelope sender counts as the sender. */
function withSender(mail: ParsedMail, { envelopeSender }: MailClaim): ParsedMail {
  if (mail.from || !envelopeSender) return mail;
  const address = bareAddress(envelopeSender);
  return address === '' ? mail : { ...mail, from: { name: null, address } };
}
