import { migrate } from './common/database/migrate';
import { whyNotStarted } from './config/cannot-start';
import { InvalidSettings, loadSettings } from './config/load-settings';

/** Brings the database of DATABASE_URL up to this version and ends; for a job that runs before a roll-out. */
async function main(): Promise<void> {
  try {
    const { DATABASE_URL } = loadSettings(process.env).values;
    if (!DATABASE_URL) throw new InvalidSettings(['DATABASE_URL is needed; the embedded database migrates itself']);
    await migrate(DATABASE_URL);
  } catch (error) {
    process.stderr.write(`${whyNotStarted(error)}\n`);
    process.exit(1);
  }
}

void main();
