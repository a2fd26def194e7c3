import './fragment';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { Locale } from './kit/locale';
import { translateProblems } from './api/problems';
import { queryClient } from './api/query-client';
import { router } from './router';
import { WordsProvider, wordsFor } from './words/words';

async function start(): Promise<void> {
  const words = await wordsFor(navigator.languages);
  translateProblems(words.message);
  document.documentElement.lang = words.locale;
  document.documentElement.dir = words.direction;
  createRoot(document.getElementById('app')!).render(
    <WordsProvider words={words}>
      <Locale locale={words.locale}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Locale>
    </WordsProvider>,
  );
}

void start();
