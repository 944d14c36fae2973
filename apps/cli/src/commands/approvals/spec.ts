import type { CommandSpec } from '../../arguments/command-spec.js'

export const approvalsCommands: readonly CommandSpec[] = [
  {
    path: 'approvals suggest',
    summary: 'Suggest rules based on your approvals, without applying them',
    options: ['days', 'json'],
    examples: ['hermes approvals suggest', 'hermes approvals suggest --days 30 --json'],
    load: async () => (await import('./suggest.js')).suggestApprovals,
  },
]
