import type { CommandSpec } from '../../arguments/command-spec.js'

export const toolsCommands: readonly CommandSpec[] = [
  {
    path: 'tools',
    summary: 'List tools and why some are unavailable',
    options: ['toolsets', 'ignore-rules', 'safe-mode', 'json'],
    examples: ['hermes tools', 'hermes tools --toolsets all,-web', 'hermes tools --json'],
    load: async () => (await import('./tools.js')).listTools,
  },
]
