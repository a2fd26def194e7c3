import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../src/app.module';
import { loadSettings } from '../src/config/load-settings';
import { buildDocument } from '../src/openapi/build-document';

/** What openapi.json has to contain. In preview mode Nest makes no provider, so nothing connects anywhere. */
export async function openApiText(): Promise<string> {
  const app = await NestFactory.create(AppModule.forRoot(loadSettings({}), 'postgres://nowhere/'), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return `${JSON.stringify(await buildDocument(app), null, 2)}\n`;
}
