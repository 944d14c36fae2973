import type { CommandSpec } from '../../arguments/command-spec.js'

export const logsCommands: readonly CommandSpec[] = [
  {
    path: 'logs',
    summary: 'Print the log, newest entries last',
    options: ['follow', 'level', 'session', 'since', 'limit', 'json'],
    examples: ['hermes logs', 'hermes logs -f --level warn', 'hermes logs --since 2h --session 20260314_101500_ab12cd'],
    load: async () => (await import('./logs.js')).showLogs,
  },
]
