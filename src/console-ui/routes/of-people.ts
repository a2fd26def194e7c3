import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queueSearch } from '../screens/queue/filters';
import { messageSearch } from '../screens/search/filters';
import { workspace } from './parents';

interface ContactsSearch {
  /** Text in the contacts. */
  q?: string;
  /** From 1. */
  page?: number;
}

export const contacts = [
  createRoute({
    getParentRoute: () => workspace,
    path: '/contacts',
    validateSearch: ({ q, page }: Record<string, unknown>): ContactsSearch => ({
      ...(q !== undefined && q !== '' && { q: String(q).slice(0, 200) }),
      ...(Number.isInteger(page) && (page as number) > 1 && (page as number) <= 20_001 && { page: page as number }),
    }),
    component: lazyRouteComponent(() => import('../screens/contacts/contact-list'), 'ContactList'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/contacts/import',
    component: lazyRouteComponent(() => import('../screens/contacts/import-contacts'), 'ImportContacts'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/contacts/import/$importId',
    component: lazyRouteComponent(() => import('../screens/contacts/import-progress'), 'ImportProgress'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/contacts/$contactId',
    component: lazyRouteComponent(() => import('../screens/contacts/contact'), 'ContactScreen'),
  }),
];

/** What is found across conversations. */
export const overview = [
  createRoute({
    getParentRoute: () => workspace,
    path: '/queue',
    validateSearch: queueSearch,
    component: lazyRouteComponent(() => import('../screens/queue/queue'), 'Queue'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/search',
    validateSearch: messageSearch,
    component: lazyRouteComponent(() => import('../screens/search/search'), 'Search'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/views',
    component: lazyRouteComponent(() => import('../screens/views/views'), 'Views'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/views/$viewId',
    component: lazyRouteComponent(() => import('../screens/views/view'), 'ViewScreen'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/reports/sla',
    component: lazyRouteComponent(() => import('../screens/sla/report'), 'SlaReport'),
  }),
];
