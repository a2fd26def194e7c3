import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settings } from './parents';

export const ofSettings = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    component: lazyRouteComponent(() => import('../screens/settings/settings'), 'SettingsStart'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/sla/$policyId',
    component: lazyRouteComponent(() => import('../screens/sla/policy'), 'PolicyScreen'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/sla',
    component: lazyRouteComponent(() => import('../screens/sla/policies'), 'Policies'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks/$webhookId',
    component: lazyRouteComponent(() => import('../screens/settings/webhook'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('../screens/settings/webhooks'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/notifications',
    component: lazyRouteComponent(() => import('../screens/settings/notifications'), 'Notifications'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit',
    component: lazyRouteComponent(() => import('../screens/settings/audit-log'), 'AuditLog'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/model',
    component: lazyRouteComponent(() => import('../screens/settings/model-server'), 'ModelServer'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/keys',
    component: lazyRouteComponent(() => import('../screens/settings/workspace-keys'), 'WorkspaceKeys'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/domains',
    component: lazyRouteComponent(() => import('../screens/settings/domains'), 'Domains'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/usage',
    component: lazyRouteComponent(() => import('../screens/settings/usage'), 'Usage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/retention',
    component: lazyRouteComponent(() => import('../screens/settings/retention'), 'Retention'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/mail',
    component: lazyRouteComponent(() => import('../screens/settings/quarantined-mail'), 'QuarantinedMail'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/labels',
    component: lazyRouteComponent(() => import('../screens/settings/labels'), 'Labels'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/saved-replies',
    component: lazyRouteComponent(() => import('../screens/settings/saved-replies'), 'SavedReplies'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/general',
    component: lazyRouteComponent(() => import('../screens/settings/general'), 'General'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/members',
    component: lazyRouteComponent(() => import('../screens/settings/members'), 'Members'),
  }),
];
