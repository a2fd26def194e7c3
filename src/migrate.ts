#!/usr/bin/env node
import './common/logging/source-maps';
import { checkSameDatabase } from './common/database/check-pooler';
import { migrate } from './common/database/migrate';
import { reportStartFailure } from './config/cannot-start';
import { logProcess } from './common/logging/process-log';
import { InvalidSettings } from './config/load-settings';
import { loadInstallation } from './features';

/** Migrates the database of DATABASE_URL to this version and ends. For a job that runs before a roll-out. */
async function main(): Promise<void> {
  logProcess();
  try {
    const { settings, features } = loadInstallation(process.env);
    const { DATABASE_URL, DATABASE_DIRECT_URL } = settings.values;
    if (!DATABASE_URL) throw new InvalidSettings(['DATABASE_URL is required; the embedded database migrates itself']);
    if (!DATABASE_DIRECT_URL) return await migrate({ url: DATABASE_URL, setting: 'DATABASE_URL' }, features);
    await checkSameDatabase(DATABASE_URL, DATABASE_DIRECT_URL);
    await migrate({ url: DATABASE_DIRECT_URL, setting: 'DATABASE_DIRECT_URL' }, features);
  } catch (error) {
    reportStartFailure(error);
    process.exit(1);
  }
}

void main();
