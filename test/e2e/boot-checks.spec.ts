import { Controller, Get, Module, Post, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { PathAccess } from '../../src/common/auth/path-access';
import { PathResources } from '../../src/common/auth/path-resources';
import { FeatureCatalog } from '../../src/common/feature/feature-catalog';
import type { Access } from '../../src/common/operations/access';
import type { Operation as Declaration } from '../../src/common/operations/operation';
import { Operation } from '../../src/common/registry/operation.decorator';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { BUILT_IN } from '../../src/features';

class ThingDto {
  name: string;
}

const declaration: Declaration = {
  operationId: 'listThings',
  summary: 'List things',
  access: { kind: 'public' },
  returns: ThingDto,
};

@Module({})
class Service {}

/** Starts a service with these controllers; rejects with what keeps it from starting. */
function start(...controllers: Type[]) {
  const module = {
    module: Service,
    imports: [DiscoveryModule],
    controllers,
    providers: [{ provide: FeatureCatalog, useValue: BUILT_IN }, OperationRegistry, PathResources, PathAccess],
  };
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

function getting(changes: Partial<Declaration>, path = 'things'): Type {
  @Controller(path)
  class ThingsController {
    @Get()
    @Operation({ ...declaration, ...changes })
    async list(): Promise<ThingDto> {
      return { name: 'thing' };
    }
  }
  return ThingsController;
}

function posting(changes: Partial<Declaration>, path = 'things'): Type {
  @Controller(path)
  class ThingsController {
    @Post()
    @Operation({ ...declaration, operationId: 'createThing', audit: 'none: there is no log here', ...changes })
    async create(): Promise<ThingDto> {
      return { name: 'thing' };
    }
  }
  return ThingsController;
}

describe('a service whose declarations are wrong does not start', () => {
  it('starts when they are right', async () => {
    const app = await start(getting({}), posting({ idempotent: true, status: 201 }));
    const { operations } = app.get(OperationRegistry);
    expect(operations.map(({ operationId }) => operationId)).toEqual(['createThing', 'listThings']);
  });

  it('a handler without a declaration', async () => {
    @Controller('things')
    class ForgottenController {
      @Get(':thingId')
      async get(): Promise<ThingDto> {
        return { name: 'thing' };
      }
    }
    await expect(start(ForgottenController)).rejects.toThrow('ForgottenController.get answers GET /things/{thingId}');
  });

  it('two operations of one name', async () => {
    await expect(start(getting({}), getting({}, 'others'))).rejects.toThrow('share the operationId listThings');
  });

  it('two operations of one route', async () => {
    await expect(start(getting({}), getting({ operationId: 'listOthers' }))).rejects.toThrow(
      'share the route GET /things',
    );
  });

  it('a literal path behind a pattern that takes it', async () => {
    const pattern = getting({ operationId: 'getThing' }, 'things/:label/parts');
    const literal = getting({ operationId: 'listRecent' }, 'things/Recent/parts');
    const shadow = /ThingsController.list cannot be reached: .* matches GET \/api\/v1\/things\/Recent\/parts first/;
    const problems = (...order: Type[]) =>
      start(...order).then(
        () => '',
        (error: unknown) => (error as Error).message,
      );
    expect(await problems(pattern, literal)).toMatch(shadow);
    expect(await problems(literal, pattern)).not.toMatch('cannot be reached');
    expect(await problems(pattern, getting({ operationId: 'listOthers' }, 'things/recent'))).not.toMatch(
      'cannot be reached',
    );
    const posted = posting({ idempotent: true, operationId: 'createRecent' }, 'things/recent/parts');
    expect(await problems(pattern, posted)).not.toMatch('cannot be reached');
  });

  it('two operations of one command, or of one tool', async () => {
    const access: Access = { kind: 'account', scopes: [] };
    const names = { cli: 'things list', mcp: 'parley_list_things' };
    const other = getting({ access, operationId: 'listOthers', ...names }, 'others');
    await expect(start(getting({ access }), other)).rejects.toThrow(
      /command parley things list[^]*tool parley_list_things/,
    );
  });

  it('a scope that does not exist', async () => {
    const access = { kind: 'account', scopes: ['things:read'] } as unknown as Access;
    await expect(start(getting({ access }))).rejects.toThrow('listThings names the unknown scope things:read');
  });

  it('a limit or an error that no feature declares', async () => {
    const undeclared = { limit: 'things_per_day', errors: ['thing_gone'] } as unknown as Partial<Declaration>;
    await expect(start(getting(undeclared))).rejects.toThrow(
      /listThings names the unknown limit things_per_day[^]*listThings names the unknown error thing_gone/,
    );
  });

  it.each<[Declaration['audit'], string]>([
    [
      undefined,
      "createThing changes something, so it must declare audit: { subject, fields } or audit: 'none: reason'",
    ],
    ['none: ', "createThing declares the audit none: , which is not 'none: reason'"],
    [{ subject: ['thing', 'path.thingId'] }, 'a record whose id is at path.thingId, which is not known'],
    [{ subject: ['thing', 'caller.password'] }, 'a record whose id is at caller.password, which is not known'],
    [{ subject: ['thing', 'response.id'], transaction: 'service' }, 'at response.id, which is not known'],
    [{ subject: ['A Thing', 'response.id'] }, 'a record of the type A Thing, which is not in lower case'],
    [{ subject: ['thing', 'noted'], fields: { name: 'open' as 'plain' } }, 'the field name as open, which is no kind'],
  ])('a change whose audit is %j', async (audit, problem) => {
    await expect(start(posting({ audit, idempotent: true, status: 201 }))).rejects.toThrow(problem);
  });

  it('a GET that writes', async () => {
    const readOnly = false as unknown as true;
    await expect(start(getting({ readOnly }))).rejects.toThrow('listThings is a GET that is not read-only');
  });

  it('a role where no workspace is', async () => {
    const access: Access = { kind: 'account', scopes: [], role: 'admin' };
    await expect(start(getting({ access }))).rejects.toThrow('requires a role but has no {workspaceId}');
  });

  it('a creation that cannot be retried', async () => {
    await expect(start(posting({ status: 201 }))).rejects.toThrow('createThing creates something by POST');
  });

  it('a path parameter without a finder', async () => {
    await expect(start(getting({}, 'workspaces/:workspaceId/things/:thingId'))).rejects.toThrow(
      'listThings has {thingId} in its path, but no feature has registered a finder for it',
    );
    await expect(start(getting({}, 'workspaces/:workspaceId/things'))).resolves.toBeDefined();
  });

  it('an author without a source for the author', async () => {
    const access = { kind: 'account', scopes: [], role: 'admin', orAuthorOf: 'thingId' } as const;
    await expect(start(getting({ access }, 'workspaces/:workspaceId/things'))).rejects.toThrow(
      'listThings admits the author of {thingId}, but no feature has registered an author check for it',
    );
  });

  it.each([
    ['password_proof_failed', 'password_proof'],
    ['origin_not_trusted', 'trusted_origin'],
  ] as const)('the refusal %s without the check %s', async (error, check) => {
    await expect(start(posting({ errors: [error] }))).rejects.toThrow(
      `createThing names the error ${error}, which comes from the check ${check}`,
    );
    await expect(start(posting({ checks: [check] }))).resolves.toBeDefined();
  });

  it('a name that is no verb with a noun', async () => {
    await expect(start(getting({ operationId: 'things' }))).rejects.toThrow(
      'things is not a camelCase verb with a noun',
    );
  });

  it('tells all of it at once', async () => {
    const wrong = getting({ operationId: 'x', access: { kind: 'account', scopes: [], role: 'admin' } });
    await expect(start(wrong)).rejects.toThrow(/no \{workspaceId\}/);
    await expect(start(wrong)).rejects.toThrow(/camelCase/);
  });
});
