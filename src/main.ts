import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUp } from './app.setup';
import { migrate } from './common/database/migrate';
import { loadSettings } from './config/load-settings';
async function main() {
  const settings = loadSettings(process.env);
  const url = settings.values.DATABASE_URL!;
  await migrate(url);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(settings, url), { bodyParser: false, logger: ['error'] });
  setUp(app, settings);
  await app.listen(settings.values.PORT, settings.values.HOST);
}
void main();
