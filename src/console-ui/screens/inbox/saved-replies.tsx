import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { Button, Dialog, Empty, Form, Icon, IconButton, Loading, Problem, TextField } from '../../kit';
import { sizeOf } from '../../words/sizes';
import { useText, useWords } from '../../words/words';
import { fillIn } from './fill-in';
import { useInbox } from './inbox-context';

type SavedReply = Schemas['SavedReply'];

interface Props {
  conversationId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onInsert: (content: string, reply: SavedReply) => void;
}

/** Finds a saved reply and inserts it with the values of the conversation, and with its files. */
export function SavedReplies({ conversationId, isOpen, onOpenChange, onInsert }: Props): ReactNode {
  const text = useText();
  return (
    <>
      <IconButton icon="note" label={text('inbox.savedReplies')} keys="/" onPress={() => onOpenChange(true)} />
      <Dialog title={text('inbox.savedReplies')} isOpen={isOpen} onOpenChange={onOpenChange}>
        <Choice conversationId={conversationId} onInsert={onInsert} />
      </Dialog>
    </>
  );
}

type Lacking = Schemas['RenderedReply'] & { reply: SavedReply };

function Choice({ conversationId, onInsert }: Pick<Props, 'conversationId' | 'onInsert'>): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { workspaceId } = useInbox();
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [lacking, setLacking] = useState<Lacking | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['listSavedReplies', workspaceId, search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/saved-replies', {
          params: { path: { workspaceId }, query: { limit: 20, ...(search && { search }) } },
          signal,
        }),
      ),
    placeholderData: (before) => before,
  });
  const found = data?.savedReplies ?? [];
  const insert = async (reply: SavedReply | undefined): Promise<void> => {
    if (!reply) return;
    try {
      const rendered = await dataOf(
        api.POST('/workspaces/{workspaceId}/saved-replies/{savedReplyId}/render', {
          params: { path: { workspaceId, savedReplyId: reply.id } },
          body: { conversationId },
        }),
      );
      if (rendered.missing.length === 0) onInsert(rendered.content, reply);
      else setLacking({ ...rendered, reply });
    } catch (refusal) {
      setProblem(refusal);
    }
  };
  if (lacking) return <Missing of={lacking} onInsert={onInsert} />;
  return (
    <>
      <Form onSubmit={() => void insert(found[0])}>
        <TextField label={text('inbox.search')} type="search" value={search} onChange={setSearch} autoFocus />
      </Form>
      {problem !== null && <Problem problem={problem} />}
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {data?.savedReplies.length === 0 && <Empty>{text('inbox.noSavedReplies')}</Empty>}
      <ul className="saved-replies">
        {found.map((reply) => (
          <li key={reply.id}>
            <Button look="quiet" onPress={() => void insert(reply)}>
              <bdi>{reply.name}</bdi>
            </Button>
            <small dir="auto">{reply.content.slice(0, 120)}</small>
            {reply.attachments.map(({ id, fileName, sizeBytes }) => (
              <small key={id} className="saved-reply-file">
                <Icon name="attach" />
                <bdi>{fileName}</bdi> {sizeOf(sizeBytes, locale)}
              </small>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Asks for what the service does not know of the customer. */
function Missing({ of, onInsert }: { of: Lacking; onInsert: Props['onInsert'] }): ReactNode {
  const text = useText();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const all = Object.fromEntries(of.missing.map((name) => [name, values[name] ?? '']));
  return (
    <Form onSubmit={() => onInsert(fillIn(of.reply.content, of.content, all) ?? of.content, of.reply)}>
      <p>{text('inbox.missing')}</p>
      {of.missing.map((name, at) => (
        <TextField
          key={name}
          label={name}
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
          autoFocus={at === 0}
          isRequired
        />
      ))}
      <Button look="primary" type="submit">
        {text('inbox.insert')}
      </Button>
    </Form>
  );
}
