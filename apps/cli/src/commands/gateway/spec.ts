import type { CommandSpec } from '../../arguments/command-spec.js'

export const gatewayCommands: readonly CommandSpec[] = [
  {
    path: 'gateway',
    summary: 'Serve the agent over HTTP (`hermes gateway --help` for more)',
    options: [],
    examples: ['hermes gateway run --port 8642'],
    passThrough: true,
    load: async () => (await import('./gateway.js')).gateway,
  },
]
