import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import {
  Dialog,
  Empty,
  Form,
  FormProblem,
  notify,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { agentsQuery } from '../agents/queries';
import { useOnce } from '../frame/once';
import { useInbox } from './inbox-context';
import { addressesIn, inLists } from './recipients';

interface Props {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onBegun: (conversationId: string) => void;
  /** The conversation to forward. Without one, a conversation with a customer begins. */
  about?: string;
}

/** Begins a conversation by email: with a customer, or with others about one. */
export function BeginDialog({ isOpen, onOpenChange, onBegun, about }: Props): ReactNode {
  const text = useText();
  const done = (id: string): void => {
    onOpenChange(false);
    notify(text('inbox.queued'));
    onBegun(id);
  };
  return (
    <Dialog
      title={text(about ? 'inbox.forward' : 'inbox.begin')}
      size="large"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {about ? <Forward conversationId={about} onBegun={done} /> : <Begin onBegun={done} />}
    </Dialog>
  );
}

function Begin({ onBegun }: { onBegun: (id: string) => void }): ReactNode {
  const text = useText();
  const { inbox, workspaceId } = useInbox();
  const { data: agents } = useQuery(agentsQuery(workspaceId));
  const once = useOnce();
  const [agentId, setAgentId] = useState<string | null>(null);
  const [to, setTo] = useState('');
  const [subject, setSubject] = useState('');
  const [content, setContent] = useState('');
  const from = agentId ?? agents?.[0]?.id ?? null;
  const send = useMutation({
    mutationFn: (sender: string) => {
      const body = { agentId: sender, to: addressesIn(to), subject, content, assigneeMemberId: 'me' };
      return once(body, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/inbox', {
            params: { path: { workspaceId }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      );
    },
    onSuccess: ({ conversation }) => {
      inbox.refresh(conversation.id);
      onBegun(conversation.id);
    },
  });
  const problem = useMemo(() => inLists(send.error), [send.error]);
  if (agents?.length === 0) return <Empty>{text('agents.none')}</Empty>;
  return (
    <Form onSubmit={() => from && send.mutate(from)} problem={problem}>
      {agents && agents.length > 1 && (
        <SelectField
          label={text('inbox.beginFrom')}
          name="agentId"
          options={agents.map(({ id, name }) => ({ value: id, name }))}
          value={from}
          onChange={setAgentId}
        />
      )}
      <TextField
        label={text('inbox.recipients.to')}
        help={text('inbox.recipients.help')}
        name="to"
        value={to}
        onChange={setTo}
        autoFocus
        isRequired
      />
      <TextField
        label={text('inbox.subject')}
        name="subject"
        maxLength={255}
        value={subject}
        onChange={setSubject}
        isRequired
      />
      <TextAreaField
        label={text('inbox.text')}
        name="content"
        rows={8}
        value={content}
        onChange={setContent}
        isRequired
      />
      <FormProblem problem={problem} />
      <SubmitButton problem={problem} isPending={send.isPending}>
        {text('inbox.send')}
      </SubmitButton>
    </Form>
  );
}

type Include = NonNullable<Schemas['ForwardConversationInput']['include']>;

function Forward({ conversationId, onBegun }: { conversationId: string; onBegun: (id: string) => void }): ReactNode {
  const text = useText();
  const { inbox, workspaceId } = useInbox();
  const once = useOnce();
  const [to, setTo] = useState('');
  const [content, setContent] = useState('');
  const [include, setInclude] = useState<Include>('message');
  const send = useMutation({
    mutationFn: () => {
      const body = { to: addressesIn(to), content, include };
      return once(body, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/forwards', {
            params: { path: { workspaceId, conversationId }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      );
    },
    onSuccess: ({ conversation }) => {
      inbox.refresh(conversationId, conversation.id);
      onBegun(conversation.id);
    },
  });
  const problem = useMemo(() => inLists(send.error), [send.error]);
  return (
    <Form onSubmit={() => send.mutate()} problem={problem}>
      <p>{text('inbox.forwardHelp')}</p>
      <TextField
        label={text('inbox.recipients.to')}
        help={text('inbox.recipients.help')}
        name="to"
        value={to}
        onChange={setTo}
        autoFocus
        isRequired
      />
      <TextAreaField
        label={text('inbox.text')}
        name="content"
        rows={5}
        value={content}
        onChange={setContent}
        isRequired
      />
      <SelectField
        label={text('inbox.include')}
        options={[
          { value: 'message', name: text('inbox.include.message') },
          { value: 'all', name: text('inbox.include.all') },
          { value: 'none', name: text('inbox.include.none') },
        ]}
        value={include}
        onChange={setInclude}
      />
      <FormProblem problem={problem} />
      <SubmitButton problem={problem} isPending={send.isPending}>
        {text('inbox.send')}
      </SubmitButton>
    </Form>
  );
}
