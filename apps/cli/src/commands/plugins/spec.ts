import type { CommandSpec } from '../../arguments/command-spec.js'

export const pluginsCommands: readonly CommandSpec[] = [
  {
    path: 'plugins list',
    summary: 'List features and plugins with their contents and start cost',
    options: ['json'],
    examples: ['hermes plugins list', 'hermes plugins list --json'],
    load: async () => (await import('./list.js')).listPlugins,
  },
]
