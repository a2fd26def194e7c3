import { UnitOfWork } from '../common/database/unit-of-work';
import { type DataSource } from 'typeorm';
import { DEFAULT_PREFERENCES } from './preferences-defaults';
import { PreferencesRepository } from './preferences.repository';

describe('PreferencesRepository.update', () => {
  it('writes the row of the account, whichever account the change names', async () => {
    const updatedAt = new Date('2026-03-01T09:30:00Z');
    const captured: { set?: object; where?: object } = {};
    const query = {
      update: () => query,
      set: (set: object) => ((captured.set = set), query),
      where: (where: object) => ((captured.where = where), query),
      returning: () => query,
      execute: () => Promise.resolve({ raw: [{ updated_at: updatedAt }] }),
    };
    const work = new UnitOfWork({ manager: { createQueryBuilder: () => query } } as unknown as DataSource);
    const change = { ...DEFAULT_PREFERENCES, theme: 'dark' as const, accountId: 'another account' };
    const saved = await new PreferencesRepository(work).update('me', change);
    expect(captured.where).toEqual({ accountId: 'me' });
    expect(captured.set).toMatchObject({ theme: 'dark' });
    expect(captured.set).not.toHaveProperty('accountId');
    expect(saved).toEqual({ ...change, accountId: 'me', updatedAt });
  });
});
