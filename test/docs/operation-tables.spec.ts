import { readFileSync } from 'node:fs';
import { pages } from '../../scripts/operation-tables';

describe('the tables of tools and commands', () => {
  it('are as the operations are; if not: node -r ./scripts/register-swc.js scripts/operation-tables.ts', async () => {
    for (const [name, text] of await pages()) expect([name, readFileSync(name, 'utf8')]).toEqual([name, text]);
  });
});
