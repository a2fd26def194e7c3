import { useRef, useState } from 'react';
import { api, dataOf, newIdempotencyKey, type Schemas } from '../../api/client';
import type { Conversation } from '../../live/records';
import { useInbox } from './inbox-context';

export type CopilotAction = Schemas['RequestCopilotInput']['action'];
type Input = Omit<Schemas['RequestCopilotInput'], 'action' | 'requestId'>;

/** What the copilot was asked for in one conversation. It sends nothing. */
export function useCopilot(row: Conversation) {
  const { workspaceId } = useInbox();
  const [action, setAction] = useState<CopilotAction | null>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [suggestion, setSuggestion] = useState<Schemas['CopilotSuggestion'] | null>(null);

  /** Counts what was begun and discarded: an answer to something earlier comes too late. */
  const round = useRef(0);

  const request = async (what: CopilotAction, input: Input): Promise<void> => {
    const own = ++round.current;
    setPending(true);
    setProblem(null);
    try {
      const written = await dataOf(
        api.POST('/workspaces/{workspaceId}/inbox/{conversationId}/copilot', {
          params: { path: { workspaceId, conversationId: row.id } },
          body: { action: what, ...input, requestId: newIdempotencyKey() },
        }),
      );
      if (own === round.current) setSuggestion(written);
    } catch (error) {
      if (own === round.current) setProblem(error);
    } finally {
      if (own === round.current) setPending(false);
    }
  };
  const show = (what: CopilotAction | null): void => {
    round.current += 1;
    setAction(what);
    setPending(false);
    setSuggestion(null);
    setProblem(null);
  };

  return {
    action,
    isMenuOpen,
    setMenuOpen,
    isPending,
    problem,
    suggestion,
    request,
    /** Drafts and summaries begin at once; the others ask for a question, or for a language. */
    begin: (what: CopilotAction) => {
      show(what);
      if (what === 'draft' || what === 'summarize') void request(what, {});
    },
    discard: () => show(null),
  };
}

export type CopilotState = ReturnType<typeof useCopilot>;
