import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../src/app.module';
import { loadSettings } from '../src/config/load-settings';
import { buildDocument } from '../src/openapi/build-document';
import { formatted } from './formatted';

/** What openapi.json has to contain, with what fits on a line on one. In preview mode Nest makes no provider, so nothing connects anywhere. */
export async function openApiText(): Promise<string> {
  const app = await NestFactory.create(AppModule.forRoot(loadSettings({}), { url: 'postgres://nowhere/' }), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  const document = JSON.stringify(await buildDocument(app));
  // Not openapi.json: as a generated file, it is left as it is.
  return formatted('document.json', document);
}
