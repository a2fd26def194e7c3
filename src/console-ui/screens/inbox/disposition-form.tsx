import { type ReactNode, useState } from 'react';
import { Button, Form, FormProblem, TextAreaField } from '../../kit';
import { type WordKey, useText } from '../../words/words';
import type { Disposition } from './changes';

/** In the order of the keys 1 to 7. */
const DISPOSITIONS: readonly (readonly [Disposition, WordKey])[] = [
  ['resolved', 'inbox.disposition.resolved'],
  ['answered_by_agent', 'inbox.disposition.answeredByAgent'],
  ['duplicate', 'inbox.disposition.duplicate'],
  ['spam', 'inbox.disposition.spam'],
  ['no_response', 'inbox.disposition.noResponse'],
  ['out_of_scope', 'inbox.disposition.outOfScope'],
  ['other', 'inbox.disposition.other'],
];

interface Props {
  action: string;
  /** Throws where the service refuses; the form says why. */
  onChoose: (disposition: Disposition, note: string) => Promise<void>;
}

/** How a conversation ended. A number chooses and submits at once. */
export function DispositionForm({ action, onChoose }: Props): ReactNode {
  const text = useText();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [disposition, setDisposition] = useState<Disposition>('resolved');
  const [isPending, setPending] = useState(false);
  const choose = async (as: Disposition): Promise<void> => {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    try {
      await onChoose(as, note);
    } catch (error) {
      setProblem(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <div
      onKeyDown={(event) => {
        const chosen = DISPOSITIONS[Number(event.key) - 1];
        if (!chosen || event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setDisposition(chosen[0]);
        void choose(chosen[0]);
      }}
    >
      <Form onSubmit={() => void choose(disposition)} problem={problem}>
        <fieldset className="dispositions">
          <legend>{text('inbox.disposition')}</legend>
          {DISPOSITIONS.map(([value, key], at) => (
            <label key={value}>
              <input
                type="radio"
                name="disposition"
                value={value}
                checked={disposition === value}
                autoFocus={at === 0}
                onChange={() => setDisposition(value)}
              />
              {text(key)}
              <kbd>{at + 1}</kbd>
            </label>
          ))}
        </fieldset>
        <TextAreaField
          label={text('inbox.closeNote')}
          name="endRequests/note"
          value={note}
          onChange={setNote}
          rows={2}
        />
        <FormProblem problem={problem} />
        <Button look="primary" type="submit" isPending={isPending}>
          {action}
        </Button>
      </Form>
    </div>
  );
}
