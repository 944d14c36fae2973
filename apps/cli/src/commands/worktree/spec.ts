import type { CommandSpec } from '../../arguments/command-spec.js'

export const worktreeCommands: readonly CommandSpec[] = [
  {
    path: 'worktree list',
    summary: 'List worktrees of `hermes -w` and whether they can be removed',
    options: ['json'],
    examples: ['hermes worktree list', 'hermes worktree list --json'],
    load: async () => (await import('./list.js')).listWorktrees,
  },
  {
    path: 'worktree prune',
    summary: 'Remove worktrees of `hermes -w` that contain no work',
    options: ['dry-run'],
    examples: ['hermes worktree prune --dry-run', 'hermes worktree prune'],
    load: async () => (await import('./prune.js')).pruneWorktrees,
  },
]
