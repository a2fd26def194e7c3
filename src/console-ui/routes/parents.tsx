import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';

const Toasts = lazy(async () => ({ default: (await import('../kit/toasts')).Toasts }));
const NotFound = lazyRouteComponent(() => import('../screens/frame/failures'), 'NotFound');
const Failed = lazyRouteComponent(() => import('../screens/frame/failures'), 'Failed');

function Root(): ReactNode {
  return (
    <>
      <Outlet />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}

export const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Failed });

/** Everything of one workspace, in the frame with the rail. */
export const workspace = createRoute({
  getParentRoute: () => root,
  path: '/w/$workspaceId',
  component: lazyRouteComponent(() => import('../screens/frame/frame'), 'Frame'),
});

/** What belongs to the person, in every workspace. */
export const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('../screens/account/account'), 'Account'),
});

/** What holds for a whole workspace. */
export const settings = createRoute({
  getParentRoute: () => workspace,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/settings/settings'), 'Settings'),
});
