import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import {
  Button,
  Form,
  FormProblem,
  IconButton,
  Loading,
  Menu,
  MenuItem,
  MenuTrigger,
  Notice,
  PlainText,
  SelectField,
  TextField,
} from '../../kit';
import { KEYS } from '../../keys';
import type { Conversation } from '../../live/records';
import { type WordKey, useText, useWords } from '../../words/words';
import { useInbox, useStore } from './inbox-context';
import { Sources } from './sources';
import type { CopilotAction, CopilotState } from './use-copilot';

const NAMES: Readonly<Record<CopilotAction, WordKey>> = {
  draft: 'copilot.draft',
  summarize: 'copilot.summarize',
  answer: 'copilot.answer',
  translate: 'copilot.translate',
};
/** Languages that a draft is translated to. */
const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'uk', 'zh'];

export function CopilotMenu({ copilot, canTranslate }: { copilot: CopilotState; canTranslate: boolean }): ReactNode {
  const text = useText();
  return (
    <MenuTrigger isOpen={copilot.isMenuOpen} onOpenChange={copilot.setMenuOpen}>
      <IconButton icon="copilot" label={text('copilot.title')} keys={KEYS['inbox.copilot']} />
      <Menu
        autoFocus="first"
        aria-label={text('copilot.title')}
        onAction={(id) => copilot.begin(id as CopilotAction)}
        disabledKeys={canTranslate ? [] : ['translate']}
      >
        {Object.entries(NAMES).map(([id, name]) => (
          <MenuItem key={id} id={id} name={text(name)} />
        ))}
      </Menu>
    </MenuTrigger>
  );
}

interface CardProps {
  row: Conversation;
  copilot: CopilotState;
  draft: string;
  onInsert: (text: string) => void;
  onReplace: (text: string) => void;
}

/** What the copilot has written, for the member to take over or not. */
export function CopilotCard({ row, copilot, draft, onInsert, onReplace }: CardProps): ReactNode {
  const text = useText();
  const { action, suggestion, isPending, problem } = copilot;
  const newest = useStore()
    .thread(row.id)
    ?.messages.findLast(({ role }) => role === 'customer');
  if (!action) return null;
  const isStale = !!suggestion && !!newest && newest.createdAt > suggestion.createdAt;
  const take = (use: (content: string) => void) => () => {
    use(suggestion!.text);
    copilot.discard();
  };
  return (
    <section className="copilot-card" aria-label={text('copilot.title')}>
      <header>
        <strong>{text(NAMES[action])}</strong>
        <IconButton icon="close" label={text('copilot.discard')} onPress={copilot.discard} />
      </header>
      {/* Above the form: the card scrolls, and what went wrong must not be below its edge. */}
      <Refusal problem={problem} />
      {isPending && <Loading rows={2} />}
      {!suggestion && !isPending && action === 'answer' && <Question copilot={copilot} />}
      {!suggestion && !isPending && action === 'translate' && <Translation copilot={copilot} draft={draft} />}
      {suggestion && (
        <div className="copilot-text" role="status">
          <PlainText>{suggestion.text}</PlainText>
          <Sources citations={suggestion.citations} />
          {isStale && <Notice kind="warning">{text('copilot.stale')}</Notice>}
          <div className="copilot-buttons">
            <Button look="primary" onPress={take(onInsert)}>
              {text(action === 'summarize' ? 'copilot.insertNote' : 'inbox.insert')}
            </Button>
            {action !== 'summarize' && draft !== '' && (
              <Button onPress={take(onReplace)}>{text('copilot.replace')}</Button>
            )}
            <Button look="quiet" onPress={copilot.discard}>
              {text('copilot.discard')}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

function Question({ copilot }: { copilot: CopilotState }): ReactNode {
  const text = useText();
  const [question, setQuestion] = useState('');
  return (
    <Form onSubmit={() => void copilot.request('answer', { question })} problem={copilot.problem}>
      <TextField
        label={text('copilot.question')}
        name="question"
        value={question}
        onChange={setQuestion}
        autoFocus
        isRequired
      />
      <Button type="submit">{text('copilot.ask')}</Button>
    </Form>
  );
}

function Translation({ copilot, draft }: { copilot: CopilotState; draft: string }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { workspaceId } = useInbox();
  const [language, setLanguage] = useState('en');
  const { data: credits } = useQuery({
    queryKey: ['getCredits', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspaceId}/credits', { params: { path: { workspaceId } } })),
  });
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const price = Math.max(1, Math.ceil(Array.from(draft).length / 1_000));
  return (
    <Form onSubmit={() => void copilot.request('translate', { text: draft, targetLanguage: language })}>
      <SelectField
        label={text('copilot.language')}
        options={LANGUAGES.map((value) => ({ value, name: names.of(value) ?? value }))}
        value={language}
        onChange={setLanguage}
      />
      <small>
        {text('copilot.price', { count: price })} {left(credits, text)}
      </small>
      <Button type="submit" isDisabled={draft.trim() === ''}>
        {text('copilot.translateAction')}
      </Button>
    </Form>
  );
}

function left(credits: Schemas['CreditBalance'] | undefined, text: ReturnType<typeof useText>): string {
  return credits?.remaining == null ? '' : text('copilot.left', { count: credits.remaining });
}

/** What still works where credits or the model are missing. */
function Refusal({ problem }: { problem: unknown }): ReactNode {
  const text = useText();
  if (!problem) return null;
  const isMissing = isProblem(problem, 'credits_exhausted') || isProblem(problem, 'model_unavailable');
  return (
    <>
      <FormProblem problem={problem} />
      {isMissing && <small>{text('copilot.stillWorks')}</small>}
    </>
  );
}
