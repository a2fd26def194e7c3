import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { largeSentFile, sendFile, type SentFile } from '../common/http/sent-file';
import { Lazy } from '../common/registry/lazy';
import { installationFolder } from '../config/installation';
import { Settings } from '../config/load-settings';
import { buildDocument } from './build-document';
import { OpenApiService } from './openapi.service';
import { swaggerUiDocument } from './swagger-ui-document';
import { wholeDocument } from './whole-document';

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
    <link rel="stylesheet" href="/docs/explorer.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/explorer.js"></script>
  </body>
</html>
`;

/** The installation of the examples. "Execute" sends them, so there they name this one. */
const EXAMPLE_URL = 'https://parley.example.com';

/** Swagger UI, and the part of it in src/visitor-ui/explorer as it was built. */
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'));
const EXPLORER = join(installationFolder(), 'dist', 'visitor');

/** Serves the document and Swagger UI below /docs, only from files of the installation. */
export function serveDocumentation(app: NestExpressApplication): void {
  const openApi = app.get(OpenApiService);
  openApi.describeBy(() => buildDocument(app));
  const { PUBLIC_URL } = app.get(Settings).values;
  const docs = express.Router();
  docs.use((_request: Request, response: Response, next: () => void) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });
  docs.get('/', (_request: Request, response: Response) => void response.type('html').send(PAGE));
  docs.get(
    '/openapi.json',
    sent('no-cache', 'json', async () => JSON.stringify(await openApi.document())),
  );
  docs.get(
    '/swagger-ui.json',
    sent('no-cache', 'json', async () => {
      const document = JSON.stringify(swaggerUiDocument(wholeDocument(await openApi.document())));
      return document.replaceAll(EXAMPLE_URL, PUBLIC_URL);
    }),
  );
  for (const name of ['explorer.js', 'explorer.css'])
    docs.get(
      `/${name}`,
      sent('no-cache', name, () => readFile(join(EXPLORER, name))),
    );
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    docs.get(
      `/${name}`,
      sent('public, max-age=3600', name, () => readFile(join(SWAGGER_UI, name))),
    );
  docs.use(express.static(SWAGGER_UI, { index: false, maxAge: '1h' }));
  app.use('/docs', docs);
}

/** Compressed at the first request. */
function sent(cached: string, name: string, read: () => Promise<string | Buffer>): RequestHandler {
  const file = new Lazy<SentFile>(async () => largeSentFile(name, await read()));
  return async (request, response) => {
    const made = await file.get();
    response.set('Cache-Control', cached);
    sendFile(request, response, made);
  };
}
