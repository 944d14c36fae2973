import type { CommandSpec } from '../../arguments/command-spec.js'

export const statusCommands: readonly CommandSpec[] = [
  {
    path: 'status',
    summary: 'Show model, keys, tools and approvals (exit code 1: no answer)',
    options: ['all', 'deep', 'json'],
    examples: ['hermes status', 'hermes status --all --deep', 'hermes status --json'],
    load: async () => (await import('./status.js')).showStatus,
  },
]
