import { CreateWorkspaces1795000002000 } from './1795000002000-create-workspaces';

export const WORKSPACES_MIGRATIONS = [CreateWorkspaces1795000002000];
