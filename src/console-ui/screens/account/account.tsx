import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../words/words';
import { Sections } from '../frame/sections';
import { Shell } from '../frame/shell';

/** What belongs to the person, in every workspace. */
export function Account(): ReactNode {
  const text = useText();
  const sections = [
    { to: '/account/profile', name: text('account.profile') },
    { to: '/account/preferences', name: text('account.preferences') },
    { to: '/account/replies', name: text('account.replies') },
    { to: '/account/notifications', name: text('account.notifications') },
    { to: '/account/sessions', name: text('account.sessions') },
    { to: '/account/credentials', name: text('account.credentials') },
    { to: '/account/activity', name: text('account.activity') },
  ];
  return (
    <Shell>
      <Sections name={text('account.title')} sections={sections}>
        <Outlet />
      </Sections>
    </Shell>
  );
}
