import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, Dialog, Form, FormProblem, notify, TextAreaField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { type Agent, agentQuery, pathOf, sourcesQuery } from './queries';

interface Props {
  agent: Agent;
  question: string;
  onClose: () => void;
  /** After the pair is stored. */
  onAdded?: () => Promise<unknown>;
}

/** A question with its right answer, as a source of its own. */
export function PairDialog({ agent, question: initial, onClose, onAdded }: Props): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [question, setQuestion] = useState(initial);
  const [answer, setAnswer] = useState('');
  const once = useOnce();
  const body = { type: 'qna' as const, name: question.trim().slice(0, 255), pairs: [{ question, answer }] };
  const add = useMutation({
    mutationFn: () =>
      once(body, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/agents/{agentId}/sources', {
            params: { path: pathOf(agent), header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      ),
    onSuccess: async () => {
      await onAdded?.();
      await queries.invalidateQueries(sourcesQuery(agent));
      await queries.invalidateQueries(agentQuery(agent.workspaceId, agent.id));
      notify(text('pair.added'));
      onClose();
    },
  });
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={text('pair.title')}>
      <Form problem={add.error} onSubmit={() => add.mutate()}>
        <TextField
          label={text('pair.question')}
          name="pairs/0/question"
          value={question}
          onChange={setQuestion}
          isRequired
          maxLength={2000}
        />
        <TextAreaField
          label={text('pair.answer')}
          name="pairs/0/answer"
          value={answer}
          onChange={setAnswer}
          isRequired
          maxLength={20_000}
          autoFocus
        />
        <FormProblem problem={add.error} />
        <Button look="primary" type="submit" isPending={add.isPending}>
          {text('pair.add')}
        </Button>
      </Form>
    </Dialog>
  );
}
