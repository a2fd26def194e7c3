import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/** The language of what React Aria says and of the order in which it moves. */
export function Locale({ locale, children }: { locale: string; children: ReactNode }): ReactNode {
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
