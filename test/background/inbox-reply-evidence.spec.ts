import { ReplyEvidenceService } from '../../src/inbox/replies/reply-evidence.service';
import type { DeliveryFailure, Delivery } from '../../src/common/mail/delivery.types';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer, SENT } from '../support/reply-mailer';

const NO_ANSWER: DeliveryFailure = { class: 'timeout', smtpCode: null, enhancedCode: null, text: 'No answer' };
const GREYLISTED: DeliveryFailure = { class: 'refused', smtpCode: 451, enhancedCode: '4.7.1', text: 'Try again later' };
const REPORT = { smtpCode: 550, enhancedCode: '5.1.1', text: 'No such mailbox' };

let parley: Parley;
let mailer: FakeReplyMailer;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  mailer = FakeReplyMailer.of(parley);
  desk = await InboxDesk.open(parley);
});

const byMail = async (): Promise<string> => (await desk.reply({ channel: 'email' })).body.id as string;
const lifecycle = async (id: string): Promise<[string, number]> => {
  const { lifecycleStatus, lifecycleVersion } = (await desk.get(id)).body.message;
  return [lifecycleStatus, lifecycleVersion];
};
const evidence = (id: string, revision: number | null = null) => ({
  workspaceId: desk.workspace.id,
  messageId: id,
  revision,
});
const ended =
  (delivery: Delivery): FakeReplyMailer['behave'] =>
  async (_reply, handingOver) => {
    await handingOver();
    return delivery;
  };

describe('what incoming mail tells', () => {
  const proof = (): ReplyEvidenceService => parley.get(ReplyEvidenceService);
  const uncertain: Delivery = { outcome: 'uncertain', failure: NO_ANSWER };

  it('settles what is uncertain as sent', async () => {
    mailer.behave = ended(uncertain);
    const id = await byMail();
    await desk.dispatched(id);
    expect(await proof().delivered(evidence(id))).toBe(true);
    const { body } = await desk.get(id);
    expect(body).toMatchObject({
      failure: null,
      settledBy: { memberId: null, outcome: 'sent', reason: null },
      message: { lifecycleStatus: 'sent', lifecycleVersion: 4 },
    });
    expect(await desk.conversation()).toMatchObject({ status: 'waiting' });
    expect(await proof().delivered(evidence(id))).toBe(false);
  });

  it.each([
    ['sent', SENT, null],
    ['uncertain', uncertain, { memberId: null, outcome: 'bounced', reason: null }],
  ] as const)('turns what is %s into bounced', async (_status, delivery, settledBy) => {
    mailer.behave = ended(delivery);
    const id = await byMail();
    await desk.dispatched(id);
    expect(await proof().bounced(evidence(id), REPORT)).toBe(true);
    const { body } = await desk.get(id);
    expect(body).toMatchObject({ bounce: REPORT, message: { lifecycleStatus: 'bounced', lifecycleVersion: 4 } });
    expect(body.settledBy).toEqual(settledBy && { ...settledBy, at: body.bounce.at });
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
    expect(await proof().bounced(evidence(id), REPORT)).toBe(false);
  });

  it.each([
    ['a report', SENT, ['bounced', 4], (id: string) => proof().bounced(evidence(id), REPORT)],
    [
      'a report of what stays uncertain',
      uncertain,
      ['bounced', 4],
      (id: string) => proof().bounced(evidence(id), REPORT),
    ],
    ['proof', uncertain, ['sent', 3], (id: string) => proof().delivered(evidence(id))],
    [
      'proof of what seems refused',
      { outcome: 'refused', final: false, failure: GREYLISTED },
      ['sent', 3],
      (id: string) => proof().delivered(evidence(id)),
    ],
  ] as const)('before the attempt has ended counts when it has: %s', async (_name, delivery, state, report) => {
    mailer.behave = async ({ messageId }, handingOver) => {
      await handingOver();
      expect(await report(messageId)).toBe(false);
      return delivery;
    };
    const id = await byMail();
    await desk.dispatched(id);
    expect(await lifecycle(id)).toEqual(state);
  });

  it('moves nothing that has not left, of another revision, on the widget, or of another workspace', async () => {
    const queued = await byMail();
    const onWidget = (await desk.reply()).body.id as string;
    await desk.dispatched(onWidget);
    mailer.behave = ended(uncertain);
    const left = await byMail();
    await desk.dispatched(left);
    const before = await Promise.all([queued, onWidget, left].map(lifecycle));
    const elsewhere = await InboxDesk.open(parley);
    const cases = [
      evidence(queued),
      evidence(onWidget),
      evidence(left, 1),
      { ...evidence(left), workspaceId: elsewhere.workspace.id },
      evidence('no-uuid'),
    ];
    for (const one of cases) {
      expect(await proof().delivered(one)).toBe(false);
      expect(await proof().bounced(one, REPORT)).toBe(false);
    }
    expect(await Promise.all([queued, onWidget, left].map(lifecycle))).toEqual(before);
  });

  it('finds replies by our Message-IDs and by those of the mail server', async () => {
    mailer.behave = ended({ outcome: 'sent', serverMessageId: '<0100018@email.amazonses.com>' });
    const id = await byMail();
    await desk.dispatched(id);
    const key = { workspaceId: desk.workspace.id, conversationId: desk.conversationId, messageId: id };
    const found = {
      ...key,
      agentId: desk.agent.id,
      status: 'sent',
      recipient: 'ann@example.com',
      deliveryId: null,
      others: 0,
    };
    expect(await proof().find(id)).toEqual(found);
    const { messageIdHeader } = (await desk.get(id)).body;
    const ask = (...headers: string[]) => proof().findByMessageIds(desk.workspace.id, headers);
    expect(await ask('<x@y>', messageIdHeader)).toEqual([{ ...found, revision: 0 }]);
    expect(await ask('<0100018@email.amazonses.com>', messageIdHeader)).toEqual([{ ...found, revision: null }]);
    expect(await ask()).toEqual([]);
    expect(await proof().findByMessageIds((await InboxDesk.open(parley)).workspace.id, [messageIdHeader])).toEqual([]);
    expect(await proof().find('no-uuid')).toBeNull();
  });
});
