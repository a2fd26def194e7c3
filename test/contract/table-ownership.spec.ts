import { ModulesContainer } from '@nestjs/core';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import * as ts from 'typescript';
import { featureOf } from '../../src/common/feature/feature.decorator';
import { type Parley, startParley } from '../support/parley';
import { OTHERS, ROOMS } from './table-joins';

/** Where a name of a table stands in SQL. */
const IN_SQL = /\b(?:FROM|JOIN|INTO|UPDATE|USING|ONLY|TABLE)\s+(?:ONLY\s+)?"?([a-z_]+)"?/g;
/** Calls whose first argument is a table, and properties that name one. */
const CALLS = /^(Entity|touch|from|into|update|innerJoin|leftJoin|innerJoinAndSelect|leftJoinAndSelect)$/;

/** The folders of tables whose feature is declared at a module of another folder, by the beginnings of their names. */
const FOLDERS = { support_: join('src', 'support') + sep };
const WRITES_RECORD =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM) (?:conversations|conversation_participants|messages|message_attachments)\b/;

interface Use {
  table: string;
  file: string;
}

describe('the tables', () => {
  let parley: Parley;
  let owners: Map<string, string[]>;
  beforeAll(async () => {
    parley = await startParley();
    owners = new Map();
    for (const { metatype } of parley.get(ModulesContainer).values()) {
      for (const table of Object.keys(featureOf(metatype)?.tables ?? {}))
        owners.set(table, [...(owners.get(table) ?? []), metatype.name]);
    }
  });
  afterAll(() => parley.stop());

  it('have one owner each, who declares itself at its module', async () => {
    const rows = await parley.database.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const tables = rows.map(({ name }) => name).filter((name) => name !== 'migrations');
    expect(tables.length).toBeGreaterThan(20);
    expect([...owners.keys()].sort()).toEqual(tables.sort());
    expect([...owners].filter(([, modules]) => modules.length !== 1)).toEqual([]);
  });

  it('are used by their owner alone, but for the joins that are listed with their reasons', () => {
    const modules = moduleFolders();
    const foreign = sourceFiles()
      .flatMap(usesOf)
      .filter(({ table, file }) => {
        const [owner] = owners.get(table) ?? [];
        if (owner === undefined) return false;
        const folder = folderOf(table);
        const folders = folder === undefined ? [modules.get(owner)!, ...(ROOMS[owner] ?? [])] : [folder];
        return !folders.some((own) => file.startsWith(own));
      });
    const listed = new Set(OTHERS.map(({ file, table }) => `${file} ${table}`));
    const found = new Set(foreign.map(({ file, table }) => `${file} ${table}`));
    expect([...found].filter((use) => !listed.has(use))).toEqual([]);
    // What is listed and not there any more hides the next use.
    expect([...listed].filter((use) => !found.has(use))).toEqual([]);
    expect(OTHERS.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it('of the record are written by src/conversations alone', () => {
    const files = sourceFiles().filter((file) => WRITES_RECORD.test(readFileSync(file, 'utf8')));
    expect(files).toEqual([join('src', 'conversations', 'conversations.sql.ts')]);
  });

  it('are reached through no entity, repository or statement of another feature', () => {
    expect(sourceFiles().flatMap(foreignImportsOf)).toEqual([]);
    expect(foreignImportsIn('src/chat/x.service.ts', `import { Agent } from '../agents/agent.entity';`)).toEqual([
      'src/chat/x.service.ts uses src/agents/agent.entity',
    ]);
    expect(foreignImportsIn('src/chat/x.ts', `import { ChatTurn } from './chat-turn.entity';`)).toEqual([]);
  });

  it('are found in what a repository of another feature would say', () => {
    const text = (sql: string): string[] => tablesIn(ts.createSourceFile('x.ts', sql, ts.ScriptTarget.Latest, true));
    expect(text('this.work.query(`SELECT 1 FROM agents a JOIN members m USING (id)`)')).toEqual(['agents', 'members']);
    expect(text('const A = `INSERT INTO ${x} SELECT * FROM contacts WHERE ${y} FOR UPDATE`')).toEqual(['contacts']);
    expect(text("manager.createQueryBuilder(A, 'a').innerJoin('members', 'm')")).toEqual(['members']);
    expect(text("const rule = { table: 'sessions', key: 'id' }")).toEqual(['sessions']);
    expect(text("// SELECT FROM agents\nconst said = 'agents'")).toEqual([]);
  });
});

function folderOf(table: string): string | undefined {
  return Object.entries(FOLDERS).find(([prefix]) => table.startsWith(prefix))?.[1];
}

/** The folder of the feature that a module belongs to, by the module's name. */
function moduleFolders(): Map<string, string> {
  const folders = new Map<string, string>();
  for (const file of sourceFiles().filter((name) => name.endsWith('.module.ts'))) {
    const [, name] = /export class (\w+Module)\b/.exec(readFileSync(file, 'utf8')) ?? [];
    const parts = file.split(sep);
    // Of common, each folder is a mechanism of its own but for what the common module itself brings in.
    if (name)
      folders.set(name, parts[1] === 'common' ? parts.slice(0, -1).join(sep) : parts.slice(0, 2).join(sep) + sep);
  }
  return folders;
}

function sourceFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && name !== join('src', 'metadata.ts'));
}

function usesOf(file: string): Use[] {
  const tables = tablesIn(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return [...new Set(tables)].map((table) => ({ table, file: file.split(sep).join('/') }));
}

function foreignImportsOf(file: string): string[] {
  return foreignImportsIn(file, readFileSync(file, 'utf8'));
}

function foreignImportsIn(file: string, text: string): string[] {
  const ownerOf = (path: string): string => path.split(sep).slice(0, 2).join(sep);
  return ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => join(dirname(file), fileName))
    .filter((path) => /\.(entity|repository|sql)$/.test(path) && !path.startsWith(join('src', 'common')))
    .filter((path) => ownerOf(path) !== ownerOf(file))
    .map((path) => `${file} uses ${path}`);
}

/** Every word that stands where SQL or TypeORM has a table. */
function tablesIn(node: ts.Node): string[] {
  const own =
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
      ? textOf(node)
      : [];
  const below: string[] = [];
  ts.forEachChild(node, (child) => void below.push(...tablesIn(child)));
  return [...own, ...below];
}

function textOf(node: ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): string[] {
  return isNamed(node) ? [node.text] : [...node.text.matchAll(IN_SQL)].map(([, table]) => table!);
}

/** A first argument of `innerJoin` and the like, or the value of `table:`. */
function isNamed({ parent, pos }: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'table';
  if (!ts.isCallExpression(parent) || parent.arguments[0]?.pos !== pos) return false;
  const { expression } = parent;
  return CALLS.test(ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText());
}
