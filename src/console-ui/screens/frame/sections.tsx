import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words';

interface Props {
  /** Of the list of links, for screen readers. */
  name: string;
  sections: readonly { to: string; name: string }[];
  children: ReactNode;
}

/** Several screens of one area, with links between them. */
export function Sections({ name, sections, children }: Props): ReactNode {
  return (
    <div className="sections">
      <nav aria-label={name}>
        {sections.map((section) => (
          <Link key={section.to} to={section.to} className="section-link" activeProps={{ 'aria-current': 'page' }}>
            {section.name}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}

/** Dates and times in the reader's language. */
export function Moment({ at }: { at: string }): ReactNode {
  const { locale } = useWords();
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
  return <time dateTime={at}>{shown}</time>;
}
