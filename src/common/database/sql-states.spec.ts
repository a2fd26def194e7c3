import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { serverUrl } from '../../../test/support/database/test-server';
import { BoundedClient } from './bounded-client';
import { installedPackage } from './embedded/binaries';
import { SQL_STATES, sqlStateRule } from './sql-states';

const error = (code: string, fields: object = {}): Error =>
  Object.assign(new Error('error of PostgreSQL'), { severity: 'ERROR', code, ...fields });

describe('the table of SQLSTATEs', () => {
  it('contains every class of PostgreSQL', () => {
    const list = readFileSync(join(installedPackage(), 'native/share/postgresql/errcodes.txt'), 'utf8');
    const classes = [...list.matchAll(/^Section: Class (\w\w)/gm)].map(([, name]) => name!);
    expect(classes.length).toBeGreaterThan(40);
    expect(classes.filter((name) => !(name in SQL_STATES))).toEqual([]);
  });

  it.each([
    ['08006', 'away', 'end'],
    ['22001', 'fault', undefined],
    ['23505', 'fault', undefined],
    ['25006', 'away', 'renew'],
    ['25P02', 'fault', undefined],
    ['25P03', 'overloaded', undefined],
    ['26000', 'overloaded', 'end'],
    ['28000', 'away', undefined],
    ['3D000', 'away', undefined],
    ['40001', 'overloaded', undefined],
    ['40P01', 'overloaded', undefined],
    ['42P01', 'fault', undefined],
    ['53100', 'overloaded', undefined],
    ['54001', 'fault', undefined],
    ['55000', 'away', undefined],
    ['55006', 'overloaded', undefined],
    ['55P03', 'overloaded', undefined],
    ['57014', 'overloaded', undefined],
    ['57P01', 'away', 'end'],
    ['58030', 'away', 'renew'],
    ['P0001', 'fault', undefined],
    ['XX000', 'fault', undefined],
    ['XX001', 'fault', undefined],
    ['QQ000', 'fault', undefined],
  ])('says what %s means', (code, meaning, connections) => {
    expect(sqlStateRule(error(code))).toEqual({ meaning, connections });
  });

  it('identifies two errors of an unspecific state by their routine', () => {
    const rules = ['get_relation_info', 'RevalidateCachedQuery', 'transformStmt'].map((routine) =>
      sqlStateRule(error('0A000', { routine })),
    );
    expect(rules).toEqual([
      { meaning: 'away', connections: 'renew' },
      { meaning: 'overloaded', connections: 'end' },
      { meaning: 'fault' },
    ]);
  });

  it('ignores errors of Node with codes of the same form', () => {
    expect([new Error('none'), Object.assign(new Error('write'), { code: 'EPIPE' })].map(sqlStateRule)).toEqual([
      null,
      null,
    ]);
  });
});

describe('a connection whose prepared statement no longer fits the schema', () => {
  it('is closed, and the statement is prepared again on the next connection', async () => {
    const pool = new Pool({ connectionString: serverUrl(), max: 1, Client: BoundedClient });
    const other = new Pool({ connectionString: serverUrl(), max: 1 });
    await other.query('DROP TABLE IF EXISTS grown; CREATE TABLE grown (one int)');
    const rows = async (): Promise<unknown[]> => {
      const client = await pool.connect();
      try {
        return (await client.query({ name: 'all', text: 'SELECT * FROM grown', values: [] })).fields.map(
          ({ name }) => name,
        );
      } finally {
        client.release();
      }
    };
    expect(await rows()).toEqual(['one']);
    await other.query('ALTER TABLE grown ADD two int');
    await expect(rows()).rejects.toMatchObject({ code: '0A000' });
    expect(await rows()).toEqual(['one', 'two']);
    await other.query('DROP TABLE grown');
    await Promise.all([pool.end(), other.end()]);
  });
});
