import { logger } from './common/logging/logger';
import type { Settings } from './config/load-settings';
import type { SetUpOperatorService } from './workspaces/installation/set-up-operator.service';

/**
 * Says how a new installation gets its first account. Only a terminal shows the code: standard output is the log, which
 * other people can read, so elsewhere the log names the command that prints the code.
 */
export async function announceSetUp(
  setUp: Pick<SetUpOperatorService, 'isNeeded' | 'issueCode'>,
  { baseUrl, values }: Pick<Settings, 'baseUrl' | 'values'>,
  output: { isTTY?: boolean; write(text: string): unknown },
): Promise<void> {
  try {
    if (!output.isTTY) {
      if (await setUp.isNeeded()) logger.info('no account yet: `npm run admin -- setup-code` prints a set-up code');
      return;
    }
    const code = await setUp.issueCode();
    if (code !== null) output.write(notice(code, values.PUBLIC_URL, baseUrl));
  } catch (error) {
    // The service runs without the notice, and the command of the operator prints a code at any time.
    logger.warn({ err: error }, 'no set-up code was issued');
  }
}

function notice(code: string, publicUrl: string, baseUrl: string): string {
  return [
    '',
    'This installation has no account yet. Within 24 hours, this page creates the first one:',
    '',
    `  ${publicUrl}/app/setup#code=${code}`,
    '',
    `Or send the code ${code} yourself:`,
    '',
    `  POST ${baseUrl}/installation/setup`,
    `  {"code": "${code}", "email": "...", "name": "...", "password": "...", "workspaceName": "..."}`,
    '',
    '',
  ].join('\n');
}
