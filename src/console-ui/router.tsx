import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ofAccount } from './routes/of-account';
import { contacts, overview } from './routes/of-people';
import { ofSettings } from './routes/of-settings';
import { account, root, settings, workspace } from './routes/parents';

/** Screens before sign-in. Tokens of mails come in the fragment. */
const open = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isOwnAddress(next) ? { next } : {}),
    component: lazyRouteComponent(() => import('./screens/public/sign-in'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setup',
    component: lazyRouteComponent(() => import('./screens/public/setup'), 'Setup'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./screens/public/sign-up'), 'SignUp'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./screens/public/forgot-password'), 'ForgotPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify-email',
    component: lazyRouteComponent(() => import('./screens/public/verify-email'), 'VerifyEmail'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('./screens/public/reset-password'), 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accept-invitation',
    component: lazyRouteComponent(() => import('./screens/public/accept-invitation'), 'AcceptInvitation'),
  }),
];

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/frame/start'), 'Start'),
});

const workspaces = createRoute({
  getParentRoute: () => root,
  path: '/workspaces',
  component: lazyRouteComponent(() => import('./screens/frame/workspaces'), 'Workspaces'),
});

const workspaceStart = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/frame/frame'), 'WorkspaceStart'),
});

/** Agents with their knowledge, and the way to the first one. */
const agents = [
  createRoute({
    getParentRoute: () => workspace,
    path: '/agents',
    component: lazyRouteComponent(() => import('./screens/agents/agent-list'), 'AgentList'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/agents/$agentId',
    beforeLoad: ({ params }) => {
      // oxlint-disable-next-line typescript/only-throw-error -- the router's way to send elsewhere
      throw redirect({ to: '/w/$workspaceId/agents/$agentId/$tab', params: { ...params, tab: 'try' }, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/agents/$agentId/$tab',
    component: lazyRouteComponent(() => import('./screens/agents/agent'), 'AgentScreen'),
  }),
  createRoute({
    getParentRoute: () => workspace,
    path: '/welcome',
    component: lazyRouteComponent(() => import('./screens/welcome/welcome'), 'Welcome'),
  }),
];

interface InboxSearch {
  /** Only conversations of this agent. */
  agent?: string;
  /** Only conversations with this label. */
  label?: string;
  sort?: 'waiting' | 'activity';
}

const inbox = createRoute({
  getParentRoute: () => workspace,
  path: '/inbox/$view/{-$conversationId}',
  validateSearch: ({ agent, label, sort }: Record<string, unknown>): InboxSearch => ({
    ...(typeof agent === 'string' && { agent }),
    ...(typeof label === 'string' && { label }),
    ...((sort === 'waiting' || sort === 'activity') && { sort }),
  }),
  component: lazyRouteComponent(() => import('./screens/inbox/inbox'), 'InboxScreen'),
});

const routeTree = root.addChildren([
  start,
  workspaces,
  ...open,
  account.addChildren(ofAccount),
  workspace.addChildren([workspaceStart, inbox, ...agents, ...contacts, ...overview, settings.addChildren(ofSettings)]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/app',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

/** A link to the sign-in page leads to no other site. */
function isOwnAddress(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
