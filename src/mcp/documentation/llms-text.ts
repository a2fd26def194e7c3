import type { Settings } from '../../config/load-settings';
import type { Page } from './pages';

/** A description of this installation with links to its documentation, in the format of llmstxt.org. */
export function llmsText([readme, ...pages]: readonly Page[], { values, baseUrl, mcpUrl }: Settings): string {
  const { PUBLIC_URL } = values;
  const link = ({ name, title, summary }: Page): string => `- [${title}](${PUBLIC_URL}/llms/${name}): ${summary}`;
  return [
    '# Parley',
    `> ${readme?.summary ?? ''}`,
    '## Documentation',
    [readme, ...pages].flatMap((page) => (page ? [link(page)] : [])).join('\n'),
    '## API',
    [
      `- [OpenAPI document](${PUBLIC_URL}/docs/openapi.json): every operation under ${baseUrl}`,
      `- [Capabilities](${baseUrl}/capabilities): the operations, their access, and their surfaces`,
      `- [MCP for documentation](${mcpUrl}/docs): search_docs, read_doc and api_summary, without a credential`,
      `- [MCP](${mcpUrl}): the operations as tools, with a credential`,
    ].join('\n'),
    '',
  ].join('\n\n');
}
