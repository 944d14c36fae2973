/** Every feature, in the order of its tools and hooks. */
export const featureNames = [
  'checkpoints',
  'terminal',
  'files',
  'project-files',
  'todos',
  'clarify',
  'web',
  'code',
  'session-search',
  'memory',
  'vision',
  'speech',
  'skills',
  'learning',
  'goals',
  'mcp',
  'delegation',
  'scheduler',
  'messages',
  'context',
  'titles',
  'prompt-cache',
  'shell-hooks',
] as const

export type FeatureName = (typeof featureNames)[number]
