import type { CommandSpec } from '../../arguments/command-spec.js'
import { modelOptions } from '../../arguments/shared-options.js'

export const serveCommands: readonly CommandSpec[] = [
  {
    path: 'serve',
    summary: 'Serve other programs over stdin and stdout, or WebSocket (JSON-RPC)',
    options: ['port', 'host', 'origin', ...modelOptions],
    examples: ['hermes serve', 'hermes serve --port 8643', 'hermes serve --port 0 --origin https://app.example'],
    load: async () => (await import('./serve.js')).serve,
  },
]
