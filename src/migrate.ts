#!/usr/bin/env node
import './common/logging/source-maps';
import './check-settings'; // before the rest, which takes seconds to load
import { checkSameDatabase } from './common/database/check-pooler';
import { migrate } from './common/database/migrate';
import { logger } from './common/logging/logger';
import { reportStartFailure } from './config/cannot-start';
import { logProcess } from './common/logging/process-log';
import { InvalidSettings, type Settings } from './config/load-settings';
import { settingWarnings } from './config/setting-warnings';
import type { FeatureCatalog } from './common/feature/feature-catalog';
import { loadInstallation } from './features';

/** Migrates the database of DATABASE_URL to this version and ends. For a job that runs before a roll-out. */
async function main(): Promise<void> {
  logProcess();
  try {
    const { settings, features } = loadInstallation(process.env);
    for (const line of settingWarnings(process.env, settings)) logger.warn(line);
    const migrations = await migrateDatabase(settings, features);
    if (migrations.length === 0) logger.info('the database is up to date: no migration was necessary');
    else logger.info({ migrations }, `the database is migrated: ${migrations.length} migrations`);
  } catch (error) {
    reportStartFailure(error);
    process.exit(1);
  }
}

/** The names of the migrations that ran. */
async function migrateDatabase({ values }: Settings, features: FeatureCatalog): Promise<string[]> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = values;
  if (!DATABASE_URL) throw new InvalidSettings(['DATABASE_URL is required; the embedded database migrates itself']);
  if (!DATABASE_DIRECT_URL) return migrate({ url: DATABASE_URL, setting: 'DATABASE_URL' }, features);
  await checkSameDatabase(DATABASE_URL, DATABASE_DIRECT_URL);
  return migrate({ url: DATABASE_DIRECT_URL, setting: 'DATABASE_DIRECT_URL' }, features);
}

void main();
