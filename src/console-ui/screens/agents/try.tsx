import { type ReactNode, useRef, useState } from 'react';
import type { Schemas } from '../../api/client';
import { announce, Button, Form, Problem, SwitchField, TextAreaField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { Answer } from './answer';
import { PairDialog } from './pair-dialog';
import type { TabProps, Trial } from './queries';
import { tryAgent, type TryInput } from './try-stream';

interface Exchange {
  id: number;
  question: string;
  /** What has come of the answer. */
  streamed: string;
  trial: Trial | null;
  problem: unknown;
}

/** Messages of earlier questions that go along with the next one; the service takes no more. */
const HISTORY = 20;

/** A conversation with the agent that is stored nowhere. */
export function TryTab({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const [question, setQuestion] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const overrides = useOverrides(agent);
  const running = useRef<AbortController | null>(null);
  const isRunning = exchanges.some(({ trial, problem }) => trial === null && problem === null);
  const patch = (id: number, change: (exchange: Exchange) => Partial<Exchange>) =>
    setExchanges((all) => all.map((one) => (one.id === id ? { ...one, ...change(one) } : one)));

  const ask = async (message: string) => {
    running.current?.abort();
    const control = (running.current = new AbortController());
    const id = Date.now();
    const history = exchanges.flatMap(messagesOf).slice(-HISTORY);
    setExchanges((all) => [...all, { id, question: message, streamed: '', trial: null, problem: null }]);
    setQuestion('');
    const input: TryInput = { message, ...(history.length > 0 && { history }), ...overrides.input };
    try {
      for await (const event of tryAgent(agent, input, control.signal)) {
        if ('text' in event) patch(id, ({ streamed }) => ({ streamed: streamed + event.text }));
        else {
          patch(id, () => ({ trial: event.trial }));
          announce(event.trial.content);
        }
      }
    } catch (problem) {
      if (!control.signal.aborted) patch(id, () => ({ problem }));
    }
  };
  const restart = () => {
    running.current?.abort();
    setExchanges([]);
  };

  return (
    <div className="try">
      <section className="try-log" aria-label={text('try.conversation')}>
        {exchanges.length === 0 && <p className="soft">{text('try.empty')}</p>}
        {exchanges.map((exchange) => (
          <article key={exchange.id} className="exchange">
            <h2 dir="auto">{exchange.question}</h2>
            {exchange.trial ? (
              <Answer agent={agent} trial={exchange.trial} />
            ) : (
              <p className="answer-text" dir="auto" aria-busy={exchange.problem === null}>
                {exchange.streamed || (exchange.problem === null ? text('try.thinking') : '')}
              </p>
            )}
            {exchange.problem !== null && (
              <Problem problem={exchange.problem} onRetry={() => void ask(exchange.question)} />
            )}
            {exchange.trial && isAdmin && (
              <p>
                <Button onPress={() => setWrong(exchange.question)}>{text('try.wrong')}</Button>
              </p>
            )}
          </article>
        ))}
      </section>
      <Form onSubmit={() => question.trim() && void ask(question.trim())}>
        <TextAreaField
          label={text('try.question')}
          value={question}
          onChange={setQuestion}
          rows={2}
          maxLength={8000}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              if (question.trim() && !isRunning) void ask(question.trim());
            } else event.continuePropagation();
          }}
        />
        <div className="form-actions">
          <Button look="primary" type="submit" icon="send" isPending={isRunning}>
            {text('try.ask')}
          </Button>
          {exchanges.length > 0 && <Button onPress={restart}>{text('try.restart')}</Button>}
        </div>
      </Form>
      {isAdmin && overrides.fields}
      {wrong !== null && <PairDialog agent={agent} question={wrong} onClose={() => setWrong(null)} />}
    </div>
  );
}

function messagesOf({ question, trial }: Exchange): Schemas['TrialMessageInput'][] {
  if (!trial) return [];
  return [
    { role: 'customer', content: question },
    { role: 'agent', content: trial.content },
  ];
}

/** Another prompt, model or temperature for the next questions only. The agent keeps its own. */
function useOverrides(agent: TabProps['agent']): { input: Pick<TryInput, 'overrides'>; fields: ReactNode } {
  const text = useText();
  const [isOn, setOn] = useState(false);
  const [systemPrompt, setPrompt] = useState(agent.systemPrompt);
  const [model, setModel] = useState(agent.model);
  const [temperature, setTemperature] = useState(String(agent.temperature));
  const input = isOn ? { overrides: { systemPrompt, model, temperature: Number(temperature) } } : {};
  const fields = (
    <div className="form overrides">
      <SwitchField label={text('try.overrides')} value={isOn} onChange={setOn} />
      {isOn && (
        <>
          <TextAreaField label={text('agents.prompt')} value={systemPrompt} onChange={setPrompt} maxLength={20_000} />
          <TextField label={text('agents.model')} value={model} onChange={setModel} maxLength={200} />
          <TextField
            label={text('agents.temperature')}
            type="number"
            inputMode="decimal"
            value={temperature}
            onChange={setTemperature}
          />
        </>
      )}
    </div>
  );
  return { input, fields };
}
