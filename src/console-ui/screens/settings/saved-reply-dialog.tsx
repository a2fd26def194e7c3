import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import {
  Button,
  Dialog,
  Form,
  FormProblem,
  notify,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { AgentChoice } from '../frame/agent-choice';
import { useOnce } from '../frame/once';
import { FileList, FilePicker } from '../inbox/composer-files';
import { useUploads } from '../inbox/use-uploads';

type SavedReply = Schemas['SavedReply'];
const VARIABLES = [
  'contact.firstName',
  'contact.name',
  'contact.email',
  'contact.company',
  'conversation.subject',
  'agent.name',
  'member.firstName',
  'member.name',
  'workspace.name',
  'hours.next',
];

interface Props {
  workspaceId: string;
  /** Null: a new one. */
  reply: SavedReply | null;
  /** Only authors choose who sees a saved reply. */
  isAuthor: boolean;
  onClose: () => void;
}

export function SavedReplyDialog({ workspaceId, reply, isAuthor, onClose }: Props): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const [draft, setDraft] = useState(() => ({
    name: reply?.name ?? '',
    shortcut: reply?.shortcut ?? '',
    content: reply?.content ?? '',
    language: reply?.language ?? '',
    agentIds: reply?.agentIds ?? [],
    visibility: reply?.visibility ?? ('workspace' as const),
  }));
  const files = useUploads(workspaceId, reply?.attachments ?? []);
  const change = (changes: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const save = useMutation({
    mutationFn: () => {
      const { visibility, ...rest } = draft;
      const body = {
        ...rest,
        shortcut: draft.shortcut || null,
        language: draft.language || null,
        attachmentIds: files.done,
        ...(isAuthor && { visibility }),
      };
      return reply
        ? dataOf(
            api.PATCH('/workspaces/{workspaceId}/saved-replies/{savedReplyId}', {
              params: { path: { workspaceId, savedReplyId: reply.id } },
              body: { ...body, expectedVersion: reply.version },
            }),
          )
        : once(body, (key) =>
            dataOf(
              api.POST('/workspaces/{workspaceId}/saved-replies', {
                params: { path: { workspaceId }, header: { 'Idempotency-Key': key } },
                body,
              }),
            ),
          );
    },
    onSuccess: async () => {
      notify(text('common.saved'));
      await queries.invalidateQueries({ queryKey: ['listSavedReplies', workspaceId] });
      onClose();
    },
  });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text(reply ? 'savedReplies.edit' : 'savedReplies.create')}
    >
      <Form problem={save.error} onSubmit={() => save.mutate()}>
        <TextField
          label={text('savedReplies.name')}
          name="name"
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={100}
          isRequired
        />
        <TextField
          label={text('savedReplies.shortcut')}
          help={text('savedReplies.shortcutHelp')}
          name="shortcut"
          value={draft.shortcut}
          onChange={(shortcut) => change({ shortcut })}
          maxLength={32}
        />
        <TextAreaField
          label={text('savedReplies.content')}
          help={text('savedReplies.contentHelp')}
          name="content"
          rows={8}
          value={draft.content}
          onChange={(content) => change({ content })}
          maxLength={25_000}
          isRequired
        />
        <details>
          <summary>{text('savedReplies.variables')}</summary>
          <p className="form-actions">
            {VARIABLES.map((name) => (
              <Button
                key={name}
                look="quiet"
                onPress={() => change({ content: `${draft.content}{{${name}}}` })}
              >{`{{${name}}}`}</Button>
            ))}
          </p>
        </details>
        <fieldset className="plain-fieldset">
          <legend>{text('inbox.files')}</legend>
          <FileList files={files} />
          <div className="form-actions">
            <FilePicker files={files} />
            <small>{text('savedReplies.filesHelp')}</small>
          </div>
        </fieldset>
        <TextField
          label={text('savedReplies.language')}
          help={text('contact.localeHelp')}
          name="language"
          value={draft.language}
          onChange={(language) => change({ language })}
          maxLength={64}
        />
        {isAuthor && (
          <SelectField
            label={text('savedReplies.visibility')}
            options={(['workspace', 'private'] as const).map((value) => ({
              value,
              name: text(`savedReplies.${value}`),
            }))}
            value={draft.visibility}
            onChange={(visibility) => change({ visibility })}
          />
        )}
        <AgentChoice
          workspaceId={workspaceId}
          label={text('savedReplies.agents')}
          help={text('savedReplies.agentsHelp')}
          chosen={draft.agentIds}
          onChange={(agentIds) => change({ agentIds: [...agentIds] })}
        />
        <FormProblem problem={save.error} />
        <footer>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <SubmitButton problem={save.error} isPending={save.isPending} isDisabled={files.isIncomplete}>
            {text('common.save')}
          </SubmitButton>
        </footer>
      </Form>
    </Dialog>
  );
}
