import { accessLabels } from './access-labels';
import { authorizeGuide } from './authorize-guide';
import { byOperation } from './by-operation';
import { shortStreams } from './event-streams';
import { filter } from './filter';
import { lightRows } from './light-rows';
import { ownIds } from './own-ids';
import { plainAnswers } from './plain-answers';
import { sessionCookies } from './session-cookies';
import { wholeDocument } from './whole-document';

declare const SwaggerUIBundle: (options: object) => unknown;

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = (): unknown => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

SwaggerUIBundle({
  url: '/docs/swagger-ui.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  displayOperationId: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  requestInterceptor: shortStreams,
  tagsSorter: 'alpha',
  tryItOutEnabled: true,
  validatorUrl: null,
  withCredentials: true,
  plugins: [
    byOperation,
    lightRows,
    filter,
    accessLabels,
    authorizeGuide,
    sessionCookies,
    ownIds,
    plainAnswers,
    wholeDocument,
  ],
});
