import { readFileSync } from 'node:fs';
import { withTools } from '../../scripts/mcp-tools-table';

describe('docs/mcp.md', () => {
  it('has the tools as they are; if not: node -r ./scripts/register-swc.js scripts/mcp-tools-table.ts', async () => {
    const page = readFileSync('docs/mcp.md', 'utf8');
    expect(page).toBe(await withTools(page));
  });
});
