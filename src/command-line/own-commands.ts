/** Commands that are not one operation. No group of operations can have one of these names. */
export const OWN_COMMANDS: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'whoami',
  'use',
  'profiles',
  'chat',
  'mcp',
  'api',
  'completion',
  'complete',
  'help',
]);
