/** Commands that are more than one operation, or none: no kind of record can be called like that. */
export const OWN_COMMANDS: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'whoami',
  'use',
  'profiles',
  'chat',
  'completion',
  'complete',
  'help',
]);
