import { readFileSync } from 'node:fs';
import { peer } from '../support/peer';

const { app, listen } = peer();
const page = readFileSync(process.env['PAGE'] ?? '', 'utf8');

/** The page with nothing around it: made for nobody, asked of nobody. */
app.get('/page', (_request, response) => {
  response.set('Cache-Control', 'no-store').type('html').send(page);
});

listen();
