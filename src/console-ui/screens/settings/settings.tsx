import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { Sections } from '../frame/sections';
import { ownMemberQuery } from '../frame/session';
import { settingsFor } from './areas';

/** What holds for a whole workspace. An area that the reader's role cannot use does not open. */
export function Settings(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { pathname } = useLocation();
  const { data: member } = useQuery(ownMemberQuery(workspaceId));
  if (!member) return null;
  const areas = settingsFor(member.role);
  const base = `/w/${workspaceId}/settings`;
  const first: string = `${base}/${areas[0]!.path}`;
  const open = pathname.split('/settings/')[1]?.split('/')[0];
  return (
    <Sections
      name={text('rail.settings')}
      sections={areas.map(({ path, name }) => ({ to: `${base}/${path}`, name: text(name) }))}
    >
      {!open ? <Navigate to={first} replace /> : areas.some(({ path }) => path === open) ? <Outlet /> : <NotFound />}
    </Sections>
  );
}
