import { CreateWorkspaceModelSettings1795000100200 } from './1795000100200-create-workspace-model-settings';

export const MODEL_SETTINGS_MIGRATIONS = [CreateWorkspaceModelSettings1795000100200];
