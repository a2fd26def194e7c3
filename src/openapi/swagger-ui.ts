import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';
import { dirname } from 'node:path';
import { buildDocument } from './build-document';
import { OpenApiService } from './openapi.service';
import { START_SCRIPT } from './swagger-ui-start';

/** Allows only files of this origin, and no inline code except the styles and icons of Swagger UI itself. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Parley API</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Serves the document and Swagger UI below /docs, only from files of the installation. */
export function serveDocumentation(app: NestExpressApplication): void {
  const openApi = app.get(OpenApiService);
  openApi.describeBy(() => buildDocument(app));
  const docs = express.Router();
  docs.use((_request: Request, response: Response, next: () => void) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });
  docs.get('/', (_request: Request, response: Response) => void response.type('html').send(PAGE));
  docs.get('/start.js', (_request: Request, response: Response) => void response.type('js').send(START_SCRIPT));
  docs.get('/openapi.json', async (_request: Request, response: Response) => {
    response.json(await openApi.document());
  });
  docs.use(express.static(assets(), { index: false, maxAge: '1h' }));
  app.use('/docs', docs);
}

function assets(): string {
  return dirname(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'));
}
