import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Dialog, Form, FormProblem, TextAreaField } from '../../kit';
import { useText } from '../../words/words';
import { useInbox } from './inbox-context';

type Reply = Schemas['InboxMessage'];

/** Whether an uncertain reply has arrived, as a member knows from elsewhere. `address`: the copy of one recipient. */
export function Settle({ reply, address }: { reply: Reply; address?: string }): ReactNode {
  const text = useText();
  const { inbox, workspaceId } = useInbox();
  const [outcome, setOutcome] = useState<'sent' | 'failed' | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const settle = async (): Promise<void> => {
    const { conversationId, id: messageId, lifecycleVersion: expectedVersion } = reply;
    try {
      const settled = await dataOf(
        api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/messages/{messageId}/settle', {
          params: { path: { workspaceId, conversationId, messageId } },
          body: { outcome: outcome!, reason, expectedVersion, ...(address && { address }) },
        }),
      );
      inbox.store.putReply(settled);
      inbox.refresh(conversationId);
      setOutcome(null);
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <>
      <Button onPress={() => setOutcome('sent')}>{text('inbox.arrived')}</Button>
      <Button onPress={() => setOutcome('failed')}>{text('inbox.notArrived')}</Button>
      <Dialog
        title={text(outcome === 'sent' ? 'inbox.arrived' : 'inbox.notArrived')}
        isOpen={outcome !== null}
        onOpenChange={(open) => !open && setOutcome(null)}
      >
        <Form onSubmit={() => void settle()} problem={problem}>
          <TextAreaField
            label={text('inbox.settleReason')}
            name="reason"
            value={reason}
            onChange={setReason}
            rows={3}
            isRequired
          />
          <FormProblem problem={problem} />
          <Button look="primary" type="submit">
            {text('common.save')}
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
