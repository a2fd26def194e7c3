import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { Button, Dialog, Form, FormProblem, PlainText, TextAreaField } from '../../kit';
import { useText } from '../../words/words';
import { useInbox, useStore } from './inbox-context';

/** Changes a reply that is in the chat already. All versions of it are kept. */
export function EditReply({ reply }: { reply: Schemas['InboxMessage'] }): ReactNode {
  const text = useText();
  const { inbox, workspaceId } = useInbox();
  const store = useStore();
  const [begun, setBegun] = useState<Schemas['InboxMessage'] | null>(null);
  const [content, setContent] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const { conversationId, id: messageId } = reply;
  // A colleague has changed it since the dialog opened: both texts are shown, and saving replaces theirs knowingly.
  const isChanged = begun !== null && begun.revisionCount !== reply.revisionCount;
  const save = async (): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      store.putReply(
        await dataOf(
          api.PATCH('/workspaces/{workspaceId}/inbox/{conversationId}/messages/{messageId}', {
            params: { path: { workspaceId, conversationId, messageId } },
            body: { content, expectedVersion: begun!.lifecycleVersion },
          }),
        ),
      );
      setBegun(null);
    } catch (error) {
      setProblem(error);
    } finally {
      setPending(false);
      await inbox.readThread(conversationId, 'newest').catch(() => undefined);
    }
  };
  return (
    <>
      <Button
        look="quiet"
        onPress={() => {
          setBegun(reply);
          setContent(reply.content);
          setProblem(null);
        }}
      >
        {text('inbox.edit')}
      </Button>
      <Dialog
        title={text('inbox.editTitle')}
        isOpen={begun !== null}
        onOpenChange={(isOpen) => !isOpen && setBegun(null)}
      >
        <Form onSubmit={() => void save()} problem={problem}>
          {isChanged && (
            <div className="edit-theirs">
              <strong>{text('inbox.editTheirs')}</strong>
              <PlainText>{reply.content}</PlainText>
              <Button onPress={() => setBegun(reply)}>{text('inbox.editReplaceTheirs')}</Button>
            </div>
          )}
          <TextAreaField label={text('inbox.reply')} name="content" value={content} onChange={setContent} isRequired />
          {!isProblem(problem, 'version_conflict') && <FormProblem problem={problem} />}
          <Button look="primary" type="submit" isPending={isPending} isDisabled={isChanged}>
            {text('common.save')}
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
