import type { CommandSpec } from '../../arguments/command-spec.js'

export const insightsCommands: readonly CommandSpec[] = [
  {
    path: 'insights',
    summary: 'Show usage by day, model, task and tool',
    options: ['days', 'source', 'json'],
    examples: ['hermes insights', 'hermes insights --days 7 --source cli', 'hermes insights --json'],
    load: async () => (await import('./insights.js')).insights,
  },
]
