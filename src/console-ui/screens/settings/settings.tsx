import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useChildMatches, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { Sections } from '../frame/sections';
import { ownMemberQuery, useOwnMember } from '../frame/session';
import { settingsFor } from './areas';

/** What holds for a whole workspace. An area that the reader's role cannot use does not open. */
export function Settings(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  // Of the screen that is shown, not of the address: that is already another one while the settings are being left.
  const open = useChildMatches({ select: ([match]) => match?.routeId.split('/settings/')[1]?.split('/')[0] });
  const { data: member } = useQuery(ownMemberQuery(workspaceId));
  if (!member) return null;
  const areas = settingsFor(member.role);
  const base = `/w/${workspaceId}/settings`;
  return (
    <Sections
      name={text('rail.settings')}
      sections={areas.map(({ path, name }) => ({ to: `${base}/${path}`, name: text(name) }))}
    >
      {open === '' || areas.some(({ path }) => path === open) ? <Outlet /> : <NotFound />}
    </Sections>
  );
}

/** The address of the settings leads to the first area of the reader's role. */
export function SettingsStart(): ReactNode {
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { role } = useOwnMember(workspaceId);
  const to: string = `/w/${workspaceId}/settings/${settingsFor(role)[0]!.path}`;
  return <Navigate to={to} replace />;
}
