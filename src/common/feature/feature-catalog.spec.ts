import { Module, type Type } from '@nestjs/common';
import { Feature, type FeatureDeclaration } from './feature.decorator';
import { FeatureCatalog } from './feature-catalog';
import { BY_ERASER, exported, leftOut } from './table-policy';

class First1700000000001 {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}
class Second1700000000002 extends First1700000000001 {}
class Third1700000000003 extends First1700000000001 {}
class Nameless extends First1700000000001 {}

function feature(declaration: FeatureDeclaration): Type {
  @Feature(declaration)
  @Module({})
  class Declared {}
  return Declared;
}

describe('FeatureCatalog', () => {
  it('puts the migrations of all features in the order of their times', () => {
    const catalog = new FeatureCatalog([
      feature({ name: 'one', migrations: [First1700000000001, Third1700000000003] }),
      feature({ name: 'two', migrations: [Second1700000000002] }),
    ]);
    expect(catalog.migrations.map(({ feature: owner, name }) => [owner, name])).toEqual([
      ['one', 'First1700000000001'],
      ['two', 'Second1700000000002'],
      ['one', 'Third1700000000003'],
    ]);
    expect([...catalog.newest]).toEqual([
      ['one', 'Third1700000000003'],
      ['two', 'Second1700000000002'],
    ]);
  });

  it('knows which tables are exported, and why others are not', () => {
    const catalog = new FeatureCatalog([
      feature({ name: 'one', tables: { a: exported(), b: leftOut('they are made anew') } }),
    ]);
    expect(catalog.exported.map(([name]) => name)).toEqual(['a']);
    expect(catalog.leftOut.map(([name, { reason }]) => [name, reason])).toEqual([['b', 'they are made anew']]);
    expect(catalog.policyOf('c')).toBeUndefined();
  });

  it('refuses scopes, limits, counts and days that do not fit together', () => {
    const scopes = {
      'agents:read': { of: 'key', text: 'List agents' },
      Ideas: { of: 'account', text: 'Read' },
    } as const;
    const limits = { search: [{ setting: 'LIMIT_NONE', per: 'caller', windowSeconds: 60 }] } as const;
    const old = { setting: 'months', countedAs: 'ideas', since: 'created_at', key: 'id' };
    const one = { a: exported({ erasedWith: { contact: 'contact_id' }, countedAs: 'ideas', keptFor: old }) };
    const two = { b: exported({ erasedWith: { conversation: BY_ERASER }, countedAs: 'ideas' }), c: leftOut('they go') };
    const three = { d: exported({ countedAs: 'Votes', keptFor: { ...old, setting: 'ideaDays' } }) };
    const modules = [
      feature({ name: 'one', scopes, tables: one }),
      feature({ name: 'two', limits, tables: two }),
      feature({ name: 'three', limits, tables: three }),
    ];
    expect(() => new FeatureCatalog(modules)).toThrow(
      [
        'a has the retention setting months, which is not camelCase or does not end in Days',
        'two retention settings count old rows as ideas',
        'the feature three counts erased rows as Votes, which is not camelCase',
        'two features count erased rows as ideas',
        'd has countedAs without erasedWith',
        'the scope Ideas is not a lower-case noun and verb with a colon between them',
        'two features have the scope agents:read',
        'two features have the limit search',
        'the limit search takes its size from LIMIT_NONE, which is not a setting of its feature',
      ].join('\n  '),
    );
  });

  it('refuses declarations that do not fit together, and names each problem', () => {
    @Module({})
    class Undeclared {}
    const modules = [
      feature({ name: 'one', tables: { a: exported() }, migrations: [First1700000000001] }),
      feature({ name: 'one', tables: { a: exported() }, migrations: [First1700000000001, Nameless] }),
      feature({ name: 'Two' }),
      Undeclared,
    ];
    expect(() => new FeatureCatalog(modules)).toThrow(
      [
        'The settings are not usable:',
        'Undeclared has no @Feature',
        'the features one and one both own the table a',
        'the name Two is not lower-case words joined by hyphens',
        'two features have the name one',
        'the migration Nameless does not end in 13 digits',
        'two migrations have the name First1700000000001',
      ].join('\n  '),
    );
  });
});
