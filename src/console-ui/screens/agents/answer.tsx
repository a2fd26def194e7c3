import { type ReactNode, useState } from 'react';
import { Blocks, Button, Notice } from '../../kit';
import { useText, useWords } from '../../words/words';
import { PassageDialog, type Place } from './passage';
import type { Agent, Trial } from './queries';

/** An answer with its sources, and all that was found for it. A press on a source opens the passage. */
export function Answer({ agent, trial, brief = false }: { agent: Agent; trial: Trial; brief?: boolean }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const [open, setOpen] = useState<Place | null>(null);
  const score = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value);
  return (
    <>
      <div className="answer-text" dir="auto">
        <Blocks blocks={trial.blocks} />
      </div>
      {trial.reason && trial.reason !== 'small_talk' && (
        <Notice kind="warning">
          <strong>{text(`try.outcome.${trial.outcome}`)}</strong> {text(`try.reason.${trial.reason}`)}
        </Notice>
      )}
      {trial.fallback && <Notice kind="warning">{text('try.fallback', { model: trial.fallback.from })}</Notice>}
      {trial.citations.length > 0 && (
        <section aria-label={text('try.sources')}>
          <h3>{text('try.sources')}</h3>
          <ol className="citations">
            {trial.citations.map((citation) => (
              <li key={citation.index}>
                <Button look="quiet" onPress={() => setOpen(citation)}>
                  <bdi>
                    {citation.index}. {citation.title}
                    {citation.heading && ` – ${citation.heading}`}
                  </bdi>
                </Button>
                <blockquote dir="auto">{citation.quote}</blockquote>
              </li>
            ))}
          </ol>
        </section>
      )}
      {!brief && trial.evidence.length > 0 && (
        <details className="evidence">
          <summary>{text('try.evidence', { count: trial.evidence.length })}</summary>
          <ol>
            {trial.evidence.map((found) => (
              <li key={`${found.sourceId} ${found.start}`}>
                <Button look="quiet" onPress={() => setOpen(found)}>
                  <bdi>{found.title}</bdi>
                </Button>{' '}
                <span className="soft">{text('try.score', { score: score(found.score) })}</span>
                <p dir="auto">{found.text}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
      {!brief && (
        <p className="soft">
          {text('try.usage', {
            model: trial.model,
            input: trial.usage.inputTokens,
            output: trial.usage.outputTokens,
          })}
        </p>
      )}
      {open && <PassageDialog agent={agent} place={open} onClose={() => setOpen(null)} />}
    </>
  );
}
