import { createContext, type ReactNode, useContext } from 'react';
import { Words } from './dictionary';

export { LANGUAGES, type Dictionary, type Values, type WordKey, Words, wordsFor } from './dictionary';

const Context = createContext<Words>(new Words('en', {}));

export function WordsProvider({ words, children }: { words: Words; children: ReactNode }): ReactNode {
  return <Context value={words}>{children}</Context>;
}

export function useWords(): Words {
  return useContext(Context);
}

/** The texts of the reader's language: `const text = useText(); text('common.save')`. */
export function useText(): Words['text'] {
  return useContext(Context).text;
}

/** Messages of the API that a record holds, such as why a source failed, in the reader's language. */
export function useMessage(): Words['message'] {
  return useContext(Context).message;
}
