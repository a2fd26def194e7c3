import { Command } from 'commander';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answersSecret,
  bodyKindOf,
  type Capability,
  hasField,
  isDestructive,
  isSecret,
  pathParametersOf,
  type Schema,
} from '../../src/command-line/capability';
import type { Context } from '../../src/command-line/commands/context';
import { examplesOf } from '../../src/command-line/commands/examples';
import { aboutGroup, formerNamesOf, nameOf } from '../../src/command-line/commands/groups';
import { addOperations, capabilityOf } from '../../src/command-line/commands/program';
import { OWN_FLAGS } from '../../src/command-line/commands/operation-options';
import { flagNameOf, flagsOf, isSecretFlag } from '../../src/command-line/input/flags';
import { allColumnsOf, columnsOf } from '../../src/command-line/output/columns';
import { itemSchemaOf, listShapeOf } from '../../src/command-line/output/list-shape';
import { OWN_COMMANDS } from '../../src/command-line/own-commands';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { exampleOf } from '../../src/openapi/examples';
import { aCredential } from '../factories/credential';
import { committedDocument } from '../support/committed-document';
import { FORMER_COMMANDS } from '../fixtures/former-commands';
import { CommandLine } from '../support/command-line';
import { type Parley, startParley } from '../support/parley';
import stringWidth from 'string-width';
import { aTenant } from './tenant';
import { typed, type Values } from './typed-words';

const {
  paths,
  components: { schemas },
} = committedDocument();

/** What every operation has to be for the command line to be made from it. */
describe('the operations as commands', () => {
  let parley: Parley;
  let registered: readonly RegisteredOperation[];
  let operations: Capability[];
  beforeAll(async () => {
    parley = await startParley();
    // Those of visitors are for pages, and no commands.
    registered = parley.get(OperationRegistry).operations.filter(({ cli }) => cli !== false);
    const all: Capability[] = (await parley.call('GET', '/capabilities')).body.operations;
    operations = all.filter(({ cli }) => cli.supported);
  });
  afterAll(() => parley.stop());

  it('are all there, each under a name of its own in two words', () => {
    const names = new Set(operations.map(({ cli }) => cli.command));
    expect(names.size).toBe(registered.length);
    for (const name of names) expect(name).toMatch(/^parley [a-z]+ [a-z]+(-[a-z]+)*$/);
    expect(operations.map((one) => nameOf(one).group).filter((group) => OWN_COMMANDS.has(group))).toEqual([]);
  });

  it('have former names that no other operation has', () => {
    const operationOf = new Map(operations.map((one) => [one.cli.command, one.operationId]));
    const formers = operations.flatMap((one) =>
      formerNamesOf(one).map((name) => ({ ...name, operationId: one.operationId })),
    );
    const byName = new Map(formers.map(({ group, verb, operationId }) => [`parley ${group} ${verb}`, operationId]));
    for (const { group, verb, operationId } of formers) {
      const name = `parley ${group} ${verb}`;
      expect([name, operationOf.get(name) ?? operationId, byName.get(name)]).toEqual([name, operationId, operationId]);
    }
  });

  it('still have every name of the version before', () => {
    const context = { environment: {}, host: {} } as unknown as Context;
    for (const [former, operationId] of FORMER_COMMANDS) {
      const program = new Command('parley');
      addOperations(program, operations, former.split(' '), { run: async () => {}, context });
      const [group, verb] = former.split(' ');
      const found = program.commands.find((one) => one.name() === group)?.commands.find((one) => one.name() === verb);
      expect([former, found && capabilityOf(found)?.operationId]).toEqual([former, operationId]);
    }
  });

  it('say what they destroy, before they do', () => {
    for (const { operationId, cli } of operations.filter((one) => one.api.method === 'DELETE')) {
      expect([operationId, cli.consequence]).toEqual([operationId, expect.any(String)]);
    }
  });

  it('have arguments, examples and columns of their own fields', () => {
    for (const one of operations) {
      const fields = flagsOf(one).map(({ path }) => path.join('.'));
      const { arguments: args = [], flags = {}, names = {}, columns = [], examples = [] } = one.cli;
      for (const field of [...args, ...Object.keys(flags), ...Object.keys(names)]) {
        expect([one.operationId, fields]).toEqual([one.operationId, expect.arrayContaining([field])]);
      }
      const record = itemSchemaOf(one);
      for (const { title, fields: shown } of columns) {
        expect([one.operationId, title, shown.filter((field) => hasField(record, field))]).toEqual([
          one.operationId,
          title,
          shown,
        ]);
      }
      for (const example of [...examples, ...examplesOf(one)]) {
        expect([one.operationId, example.startsWith(one.cli.command)]).toEqual([one.operationId, true]);
        const typed = [...example.matchAll(/ --([a-z][a-z0-9.-]*)/g)].map(([, flag]) => flag);
        const known = [...flagsOf(one).map(({ name }) => name), ...OWN_FLAGS];
        expect([example, typed.filter((flag) => !known.includes(flag!))]).toEqual([example, []]);
      }
    }
  });

  it('have groups that say what they are about', () => {
    for (const { group, verb } of operations.map(nameOf)) {
      expect([group, aboutGroup(group, [verb])]).toEqual([group, expect.stringMatching(/^[a-z].{5,60}[^.]$/)]);
    }
  });

  it('have flags that are neither one another’s nor those of every command', () => {
    for (const operation of operations) {
      const flags = flagsOf(operation).map(({ name }) => name);
      expect([operation.operationId, new Set(flags).size]).toEqual([operation.operationId, flags.length]);
      expect([operation.operationId, flags.filter((flag) => OWN_FLAGS.includes(flag))]).toEqual([
        operation.operationId,
        [],
      ]);
    }
  });

  it('take a query or a body of fields, not both: nothing says which is which', () => {
    for (const { operationId, takesBody, takesQuery } of registered) {
      expect([operationId, takesBody && takesQuery]).toEqual([operationId, false]);
    }
  });

  it('remove by DELETE, or ask for a proof', () => {
    for (const { operationId, destructive } of registered) {
      const capability = operations.find((one) => one.operationId === operationId)!;
      const proof = flagsOf(capability).some((flag) => isSecretFlag(flag) || flag.name === 'confirm');
      const isUndone = capability.cli.consequence === '';
      expect([operationId, !destructive || isDestructive(capability) || isUndone || proof]).toEqual([
        operationId,
        true,
      ]);
    }
  });

  it('mark what is secret, going in and coming out', () => {
    const secret = /password$|^(secret|apiKey)$|token$/i;
    for (const { operationId, inputSchema, outputSchema } of operations) {
      for (const [name, schema] of [...fieldsOf(inputSchema), ...fieldsOf(outputSchema)]) {
        const isCode = operationId === 'setUpInstallation' && name === 'code';
        expect([operationId, name, isSecret(schema)]).toEqual([operationId, name, isCode || secret.test(name)]);
      }
    }
    expect(operations.filter(answersSecret).map(({ operationId }) => operationId)).toEqual([
      'bootstrapAccountCredential',
      'createAccountCredential',
      'createIdentityKey',
      'createWebhook',
      'createWorkspaceKey',
      'exchangeToken',
      'rotateAccountCredential',
      'rotateWebhookSecret',
    ]);
  });

  describe('that list', () => {
    it('have a handful of columns, the id first and the creation last', () => {
      const shown = operations
        .filter(listShapeOf)
        .map((one) => [one.operationId, columnsOf(itemSchemaOf(one)).join(' ')]);
      expect(Object.fromEntries(shown)).toMatchObject({
        listAgents: 'id name status createdAt',
        listContacts: 'id name email phone company createdAt',
        listMembers: 'id name email role createdAt',
        listSources: 'id name type status createdAt',
        listContactImportRefusals: 'row code path message',
      });
      for (const one of operations.filter(listShapeOf)) {
        const columns = columnsOf(itemSchemaOf(one));
        const fields = Object.keys(itemSchemaOf(one).properties ?? {});
        expect([one.operationId, columns.length >= 3 && columns.length <= 6]).toEqual([one.operationId, true]);
        if (fields.includes('id')) expect([one.operationId, columns[0]]).toEqual([one.operationId, 'id']);
        if (fields.includes('createdAt'))
          expect([one.operationId, columns.at(-1)]).toEqual([one.operationId, 'createdAt']);
        expect([one.operationId, allColumnsOf(itemSchemaOf(one)).sort()]).toEqual([one.operationId, fields.sort()]);
      }
    });

    it('fit into 120 columns', async () => {
      const tenant = await aTenant(parley);
      const { secret } = await aCredential(parley, tenant.owner);
      const cli = await CommandLine.at(parley.url, { PARLEY_TOKEN: secret, NO_COLOR: '1' });
      let listed = 0;
      for (const one of operations.filter((each) => listShapeOf(each) && each.api.method === 'GET')) {
        const ids = pathParametersOf(one).flatMap((name, _at, all) => [
          `--${flagNameOf(all, [name])}`,
          tenant.ids[name]!,
        ]);
        const words = [
          ...one.cli.command.split(' ').slice(1),
          ...(one.operationId === 'searchMessages' ? ['x y'] : []),
        ];
        const { code, stdout } = await cli.run([...words, ...ids], { columns: 120 });
        // Sessions are for users who are signed in with a browser.
        expect([one.operationId, code]).toEqual([one.operationId, one.credentialKind === 'session' ? 4 : 0]);
        const [head = '', ...rows] = stdout.trimEnd().split('\n');
        const isNarrow = [head, ...rows].every((line) => stringWidth(line) <= 120);
        expect([one.operationId, head.split(/ {2,}/).length <= 6, isNarrow]).toEqual([one.operationId, true, true]);
        listed += Number(rows.length > 0);
      }
      expect(listed).toBeGreaterThan(6);
      await cli.remove();
    });
  });

  describe('sent to a program that stores its input', () => {
    let server: Server;
    let bodies: unknown[];
    let cli: CommandLine;
    beforeAll(async () => {
      server = createServer((request, response) => {
        response.setHeader('content-type', 'application/json');
        if (request.url === '/api/v1/capabilities') return response.end(JSON.stringify({ operations }));
        let text = '';
        request.on('data', (chunk) => (text += String(chunk)));
        request.on('end', () => {
          bodies.push(JSON.parse(text));
          response.end('{}');
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      cli = await CommandLine.at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
    beforeEach(() => {
      bodies = [];
    });
    afterAll(async () => {
      server.close();
      await cli.remove();
    });

    it('say with flags and prompts what a body says', async () => {
      let compared = 0;
      for (const capability of operations.filter((one) => bodyKindOf(one) === 'json')) {
        const { path, method } = capability.api;
        const { schema } = paths[path]![method.toLowerCase()]!.requestBody!.content['application/json']!;
        const example = exampleOf(schema, schemas) as Values;
        const ids = pathParametersOf(capability).map((name) => [name, '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00'] as const);
        const { argv, answers } = typed(capability, { ...Object.fromEntries(ids), ...example });
        const { code } = await cli.run([...capability.cli.command.split(' ').slice(1), ...argv], { answers });
        expect([capability.operationId, code]).toEqual([capability.operationId, 0]);
        expect({ operation: capability.operationId, body: bodies.at(-1) }).toEqual({
          operation: capability.operationId,
          body: example,
        });
        compared++;
      }
      expect(compared).toBeGreaterThan(20);
    });
  });
});

function fieldsOf(schema: Schema): [string, Schema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [name, field] as [string, Schema],
    ...fieldsOf(field),
    ...(field.items ? fieldsOf(field.items) : []),
  ]);
}
