// Writes the tables of domain events into docs/events.md, from the files src/**/*-events.ts:
//   node -r ./scripts/register-swc.js scripts/events-table.ts
// test/docs/events.spec.ts fails while the two differ.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { markdownTable, withPart } from './markdown-table';

type Declaration = ts.ClassDeclaration | ts.InterfaceDeclaration;

interface EventText {
  readonly file: string;
  readonly name: string;
  readonly comment: string;
  /** The names of its data, without `workspaceId`, which every event has. */
  readonly data: readonly string[];
}

/** The page with its tables as the code has them now, one for each file. */
export function withEvents(page: string): string {
  const events = domainEvents();
  const files = [...new Set(events.map(({ file }) => file))];
  const parts = files.map((file) => {
    const rows = events
      .filter((event) => event.file === file)
      .map(({ name, data, comment }) => [`\`${name}\``, data.map((field) => `\`${field}\``).join(', '), comment]);
    return `\`${file}\`:\n\n${markdownTable([['Event', 'Data', 'Meaning'], ...rows])}`;
  });
  return withPart(page, 'events', parts.join('\n\n'));
}

/** All exported classes of the files of events that are not abstract. */
export function domainEvents(): EventText[] {
  const declared = new Map<string, Declaration>();
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('-events.ts') && !path.startsWith('common/'))
    .map((path) => `src/${path}`)
    .sort();
  const sources = files.map((file) =>
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true),
  );
  for (const statement of sources.flatMap(({ statements }) => [...statements])) {
    if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
      declared.set(statement.name!.text, statement);
    }
  }
  return [...declared.values()].filter(isConcreteClass).map((event) => ({
    file: event.getSourceFile().fileName,
    name: event.name!.text,
    comment: commentOf(event),
    data: [...new Set(dataOf(event, declared))],
  }));
}

function isConcreteClass(declaration: Declaration): declaration is ts.ClassDeclaration {
  return ts.isClassDeclaration(declaration) && !hasAbstract(declaration);
}

function hasAbstract({ modifiers = [] }: { modifiers?: readonly ts.ModifierLike[] }): boolean {
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword);
}

function commentOf(event: ts.ClassDeclaration): string {
  const [doc] = ts.getJSDocCommentsAndTags(event);
  const text = doc && ts.isJSDoc(doc) ? ts.getTextOfJSDocComment(doc.comment) : undefined;
  if (!text) throw new Error(`${event.name!.text} has no comment`);
  return text.replace(/\s+/g, ' ');
}

/** What the type arguments of a class name, and those of the classes that it extends. */
function dataOf(declaration: Declaration, declared: ReadonlyMap<string, Declaration>): string[] {
  const own = ts.isInterfaceDeclaration(declaration) ? namesIn(declaration.members) : [];
  const inherited = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap((parent) => [
      ...ofName(parent.expression.getText(), declared),
      ...(parent.typeArguments ?? []).flatMap((type) => fieldsOf(type, declared)),
    ]),
  );
  const constraints = ts.isClassDeclaration(declaration) ? (declaration.typeParameters ?? []) : [];
  const bounds = constraints.flatMap(({ constraint }) => (constraint ? fieldsOf(constraint, declared) : []));
  return [...inherited, ...bounds, ...own];
}

function fieldsOf(type: ts.TypeNode, declared: ReadonlyMap<string, Declaration>): string[] {
  if (ts.isTypeLiteralNode(type)) return namesIn(type.members);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((part) => fieldsOf(part, declared));
  return ts.isTypeReferenceNode(type) ? ofName(type.typeName.getText(), declared) : [];
}

function ofName(name: string, declared: ReadonlyMap<string, Declaration>): string[] {
  const declaration = declared.get(name);
  return declaration ? dataOf(declaration, declared) : [];
}

function namesIn(members: ts.NodeArray<ts.TypeElement>): string[] {
  return members.flatMap(({ name }) => name?.getText() ?? []).filter((name) => name !== 'workspaceId');
}

if (require.main === module) writeFileSync('docs/events.md', withEvents(readFileSync('docs/events.md', 'utf8')));
