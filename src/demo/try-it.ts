import type { Demonstration } from './demonstration';
import type { AgentPlace } from './make-agent';
import { openShop } from './shop';

/** Shows how to continue by hand. */
export async function showHowToTryIt(demo: Demonstration, { agentId, path }: AgentPlace): Promise<void> {
  const { screen, state, publicUrl, mcpUrl, api } = demo;
  const { email = '', password = '', credential = '', mcpCredential = '', key, colleague = '' } = state.values;
  screen.heading('Your turn');
  screen.labelled('shop', await openShop(publicUrl, agentId), 'strong');
  screen.labelled('', 'a sample shop with the widget on it', 'faint');
  screen.labelled('page', `${publicUrl}/c/${agentId}`, 'strong');
  screen.labelled('', 'the agent’s own chat page', 'faint');
  screen.labelled('console', `${publicUrl}/app`, 'strong');
  screen.labelled('', 'for your team: sign in with the email and password below', 'faint');
  screen.labelled('browser', `${publicUrl}/docs`, 'strong');
  screen.labelled('', 'Swagger UI: choose Authorize, and paste the account credential below', 'faint');
  screen.labelled('mails', demo.mail.folder, 'strong');
  screen.labelled('', 'each email of the demo, as a file', 'faint');
  screen.labelled('mcp', mcpUrl, 'strong');
  screen.labelled('', 'for models; the commands below connect Claude Code, or the MCP Inspector', 'faint');
  screen.blank();
  screen.labelled('email', email);
  screen.labelled('', `the console also knows ${colleague}, with the same password`, 'faint');
  screen.labelled('password', password);
  screen.labelled('account', credential);
  screen.labelled('', 'account credential, valid for a day', 'faint');
  screen.labelled('key id', key?.id ?? '');
  screen.labelled('key', key?.secret ?? '');
  screen.labelled('', 'workspace key; id and key are the OAuth client id and secret', 'faint');
  screen.blank();
  screen.verbatim(
    [
      `PARLEY_URL=${publicUrl} bin/parley.js login --email ${email}`,
      '',
      `claude mcp add --transport http parley ${mcpUrl} --header 'Authorization: Bearer ${mcpCredential}'`,
      '',
      `npx -y -p @modelcontextprotocol/inspector@2 mcp-inspector --cli ${mcpUrl} --transport http \\`,
      `  --header 'Authorization: Bearer ${mcpCredential}' --method tools/list`,
      '',
      `curl ${api.baseUrl}${path}/chat \\`,
      `  -H 'Authorization: Bearer ${key?.secret}' -H 'Content-Type: application/json' \\`,
      `  -d '{"message": "How do I run more than one process?"}'`,
    ].join('\n'),
  );
}
