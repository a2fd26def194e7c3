import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { MailOutbox } from '../../common/mail/mail-outbox';
import type { OutboxMail } from '../../common/mail/outbox-mail.entity';
import { RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { MailAddressesService } from '../addresses/mail-addresses.service';
import type { InboundMail } from '../inbound/inbound-mail.entity';
import { InboundMailsRepository } from '../inbound/inbound-mails.repository';
import { MailNotReceived } from './mail-tests.errors';

export type TestArrival = Pick<InboundMail, 'id' | 'receivedAt' | 'outcome' | 'reason'>;

/** An email that was sent to see whether email arrives. */
export interface MailTest {
  id: string;
  address: string;
  sentBy: 'smtp' | 'file';
  sending: OutboxMail['status'];
  arrival: TestArrival | null;
  createdAt: Date;
}

/**
 * Sends emails to agents' own addresses, by the way of every email, and finds them again. They come from MAIL_FROM, so they open no
 * conversation. Relays may replace a Message-ID, so the subject names the test.
 */
@Injectable()
export class MailTestsService {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly addresses: MailAddressesService,
    private readonly mails: InboundMailsRepository,
    private readonly work: UnitOfWork,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** @throws MailNotReceived 409, RateLimited 429 */
  async start({ workspaceId, accountId }: Member, agentId: string): Promise<MailTest> {
    const address = this.addresses.intakeAddress(agentId);
    if (address === null) throw new MailNotReceived();
    await this.limiter.consume({
      name: 'LIMIT_MAIL_TEST_PER_USER',
      key: `mail-test:user:${accountId}`,
      max: this.settings.values.LIMIT_MAIL_TEST_PER_USER,
      windowSeconds: 60,
    });
    const id = newId();
    const text = 'This email was sent to see whether email arrives at Parley. You can ignore it.';
    const mail = { id, to: address, subject: subjectOf(id), text, turnOf: workspaceId, about: agentId };
    await this.work.run(() => this.outbox.enqueue(mail));
    return this.get({ workspaceId }, agentId, id);
  }

  /** @throws NotFound */
  async get({ workspaceId }: Pick<WorkspaceScope, 'workspaceId'>, agentId: string, testId: string): Promise<MailTest> {
    const id = uuidOrNil(testId);
    const { status, createdAt } = required(await this.outbox.find(id, { turnOf: workspaceId, about: agentId }));
    return {
      id,
      address: this.addresses.intakeAddress(agentId) ?? '',
      sentBy: this.settings.sendsMail ? 'smtp' : 'file',
      sending: status,
      arrival: await this.mails.findBySubject(workspaceId, agentId, subjectOf(id)),
      createdAt,
    };
  }

  async exists(
    { workspaceId }: Pick<WorkspaceScope, 'workspaceId'>,
    agentId: string,
    testId: string,
  ): Promise<boolean> {
    return (await this.outbox.find(uuidOrNil(testId), { turnOf: workspaceId, about: agentId })) !== null;
  }
}

/** No stranger can guess an id. */
function subjectOf(id: string): string {
  return `Parley email test ${id}`;
}
