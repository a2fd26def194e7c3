import { UnitOfWork } from '../common/database/unit-of-work';
import { type DataSource } from 'typeorm';
import { DEFAULT_PREFERENCES } from './preferences-defaults';
import { PreferencesRepository } from './preferences.repository';

describe('PreferencesRepository.update', () => {
  it('writes the row of the account, whoever the change names', async () => {
    const updatedAt = new Date('2026-03-01T09:30:00Z');
    const asked: { set?: object; where?: object } = {};
    const query = {
      update: () => query,
      set: (set: object) => ((asked.set = set), query),
      where: (where: object) => ((asked.where = where), query),
      returning: () => query,
      execute: () => Promise.resolve({ raw: [{ updated_at: updatedAt }] }),
    };
    const work = new UnitOfWork({ manager: { createQueryBuilder: () => query } } as unknown as DataSource);
    const change = { ...DEFAULT_PREFERENCES, theme: 'dark' as const, accountId: 'somebody else' };
    const saved = await new PreferencesRepository(work).update('me', change);
    expect(asked.where).toEqual({ accountId: 'me' });
    expect(asked.set).toMatchObject({ theme: 'dark' });
    expect(asked.set).not.toHaveProperty('accountId');
    expect(saved).toEqual({ ...change, accountId: 'me', updatedAt });
  });
});
