import type { Settings } from './load-settings';
import { misspeltSettings } from './misspelt-settings';

/** One line for each valid setting that is probably a mistake, for the log of every start. */
export function settingWarnings(environment: NodeJS.ProcessEnv, { names, values }: Settings): string[] {
  const lines = misspeltSettings(environment, names).map(
    ({ name, likely }) => `${name} is not a setting and has no effect. Did you mean ${likely}?`,
  );
  const { NODE_ENV, PUBLIC_URL, SMTP_URL, RUN_WORKER, DATA_DIR } = values;
  if (NODE_ENV === 'production' && !environment['PUBLIC_URL']) {
    lines.push(`PUBLIC_URL is not set: links in emails lead to ${PUBLIC_URL}, which only this machine can open.`);
  }
  if (NODE_ENV === 'production' && !SMTP_URL && RUN_WORKER === 'yes') {
    lines.push(`SMTP_URL is not set: Parley sends no email, and only writes it to files in ${DATA_DIR}/mail.`);
  }
  return lines;
}
