import type { CommandSpec } from '../../arguments/command-spec.js'

export const checkpointsCommands: readonly CommandSpec[] = [
  {
    path: 'checkpoints status',
    summary: 'List the folders with checkpoints, and their size on disk',
    options: ['json'],
    examples: ['hermes checkpoints status'],
    load: async () => (await import('./checkpoints.js')).showCheckpoints,
  },
  {
    path: 'checkpoints prune',
    summary: 'Delete old checkpoints of all folders',
    options: ['older-than'],
    examples: ['hermes checkpoints prune', 'hermes checkpoints prune --older-than 1d'],
    load: async () => (await import('./checkpoints.js')).pruneCheckpoints,
  },
  {
    path: 'checkpoints clear',
    summary: 'Delete the checkpoints of all folders',
    options: ['yes'],
    examples: ['hermes checkpoints clear --yes'],
    load: async () => (await import('./checkpoints.js')).clearCheckpoints,
  },
]
