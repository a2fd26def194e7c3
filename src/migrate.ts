import './common/logging/source-maps';
import { migrate } from './common/database/migrate';
import { tellWhyNotStarted } from './config/cannot-start';
import { logProcess } from './common/logging/process-log';
import { InvalidSettings, loadSettings } from './config/load-settings';

/** Brings the database of DATABASE_URL up to this version and ends; for a job that runs before a roll-out. */
async function main(): Promise<void> {
  logProcess();
  try {
    const { DATABASE_URL } = loadSettings(process.env).values;
    if (!DATABASE_URL) throw new InvalidSettings(['DATABASE_URL is needed; the embedded database migrates itself']);
    await migrate(DATABASE_URL);
  } catch (error) {
    tellWhyNotStarted(error);
    process.exit(1);
  }
}

void main();
