/** Options that choose a model. */
export const modelOptions = ['model', 'provider', 'base-url', 'api-key', 'api-mode'] as const

/** Options of a conversation. */
export const sessionOptions = [
  'resume',
  'continue',
  'in',
  'no-restore-cwd',
  'worktree',
  'toolsets',
  'skills',
  'max-turns',
  'run-budget',
  'checkpoints',
  'pass-session-id',
  'source',
  'yolo',
  'ignore-user-config',
  'ignore-rules',
  'safe-mode',
] as const

/** Options that record and replay model calls. */
export const recordingOptions = ['record', 'replay'] as const
