import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { api, dataOf } from '../../api/client';
import { ApiProblem, isProblem } from '../../api/problems';
import { Button, TextField } from '../../kit';
import type { Conversation } from '../../live/records';
import { useText, useWords } from '../../words/words';
import { useParts } from './files';
import { useInbox, useStore } from './inbox-context';
import { nameSome } from './name-some';

/** Addresses with commas, semicolons or line breaks between them; names before an address in angle brackets are left out. */
export function addressesIn(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((one) => (/<([^<>]+)>/.exec(one)?.[1] ?? one).trim())
    .filter((one) => one !== '');
}

/** What the service says of one address stands at the field that has all of them. */
export function inLists(problem: unknown): unknown {
  if (!isProblem(problem)) return problem;
  const { status, code, message, requestId, retryAfterMs } = problem;
  const details = problem.details.map((detail) =>
    detail.path === undefined ? detail : { ...detail, path: detail.path.replace(/^\/(to|cc|bcc)\/\d+$/, '/$1') },
  );
  return new ApiProblem(status, code, message, details, requestId, retryAfterMs);
}

/** Whom the email goes to: the person who wrote last, everyone of that email, or those whom the member names. */
export function RecipientFields({ row, address }: { row: Conversation; address: string }): ReactNode {
  const text = useText();
  const words = useWords();
  const namesId = useId();
  const { workspaceId, parts } = useInbox();
  const { recipients } = useParts(row.id, 'reply');
  const newest = useStore()
    .thread(row.id)
    ?.messages.findLast(({ role }) => role === 'customer')?.id;
  const { data: all } = useQuery({
    queryKey: ['getReplyRecipients', workspaceId, row.id, newest],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/inbox/{conversationId}/reply-recipients', {
          params: { path: { workspaceId, conversationId: row.id } },
        }),
      ),
    staleTime: Infinity,
    enabled: newest !== undefined,
  });
  const set = (to: readonly string[], cc: readonly string[]): void =>
    parts.setRecipients(row.id, { to: to.join(', '), cc: cc.join(', '), bcc: '' });
  const others = new Set([...(all?.to ?? []), ...(all?.cc ?? [])].filter((one) => one !== address));
  if (!recipients) {
    return (
      <p className="composer-recipients">
        {text('inbox.recipients.one', { address })}
        {all && others.size > 0 && (
          <>
            <Button look="quiet" aria-describedby={namesId} onPress={() => set(all.to, all.cc)}>
              {text('inbox.recipients.all', { count: others.size })}
            </Button>
            <bdi id={namesId}>{nameSome([...others], words)}</bdi>
          </>
        )}
        <Button look="quiet" onPress={() => set([address], [])}>
          {text('inbox.recipients.change')}
        </Button>
      </p>
    );
  }
  return (
    <div className="composer-recipients">
      {(['to', 'cc', 'bcc'] as const).map((kind) => (
        <TextField
          key={kind}
          label={text(`inbox.recipients.${kind}`)}
          value={recipients[kind]}
          onChange={(value) => parts.setRecipients(row.id, { ...recipients, [kind]: value })}
        />
      ))}
      <Button look="quiet" onPress={() => parts.setRecipients(row.id, null)}>
        {text('inbox.recipients.only', { address })}
      </Button>
    </div>
  );
}
