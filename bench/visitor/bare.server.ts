import { readFileSync } from 'node:fs';
import { peer } from '../support/peer';

const { app, listen } = peer();
const page = readFileSync(process.env['PAGE'] ?? '', 'utf8');

/** The same page for every request, without any processing. */
app.get('/page', (_request, response) => {
  response.set('Cache-Control', 'no-store').type('html').send(page);
});

listen();
