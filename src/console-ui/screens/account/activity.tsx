import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import { Listed, Screen } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { AuditEntries } from '../settings/audit-entries';

/** Sign-ins, failed attempts, and changes of what protects the account. */
export function Activity(): ReactNode {
  const text = useText();
  const activity = usePages({
    queryKey: ['listAccountActivity'],
    read: (page) => dataOf(api.GET('/account/activity', { params: { query: { limit: 50, ...page } } })),
    itemsOf: (page) => page.entries,
  });
  return (
    <Screen title={text('account.activity')}>
      <p className="soft">{text('account.activityHelp')}</p>
      <Listed of={activity} rows={6} empty={text('account.noActivity')}>
        {(items) => <AuditEntries entries={items} />}
      </Listed>
    </Screen>
  );
}
