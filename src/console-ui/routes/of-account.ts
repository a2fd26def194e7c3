import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { account } from './parents';

export const ofAccount = [
  createRoute({
    getParentRoute: () => account,
    path: '/activity',
    component: lazyRouteComponent(() => import('../screens/account/activity'), 'Activity'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/credentials',
    component: lazyRouteComponent(() => import('../screens/account/credentials'), 'Credentials'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/notifications',
    component: lazyRouteComponent(() => import('../screens/account/notifications'), 'AccountNotifications'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/replies',
    component: lazyRouteComponent(() => import('../screens/account/replies'), 'Replies'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/profile',
    component: lazyRouteComponent(() => import('../screens/account/profile'), 'Profile'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/preferences',
    component: lazyRouteComponent(() => import('../screens/account/preferences'), 'Preferences'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/sessions',
    component: lazyRouteComponent(() => import('../screens/account/sessions'), 'Sessions'),
  }),
];
