import type { CommandSpec } from '../../arguments/command-spec.js'
import { modelOptions } from '../../arguments/shared-options.js'

export const acpCommands: readonly CommandSpec[] = [
  {
    path: 'acp',
    summary: 'Serve an editor over stdin and stdout (Agent Client Protocol)',
    options: ['check', 'setup', ...modelOptions],
    examples: ['hermes acp', 'hermes acp --check', 'hermes acp --setup'],
    load: async () => (await import('./acp.js')).acp,
  },
]
