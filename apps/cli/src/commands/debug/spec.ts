import type { CommandSpec } from '../../arguments/command-spec.js'

export const debugCommands: readonly CommandSpec[] = [
  {
    path: 'dump',
    summary: 'Print a summary for a bug report, without secrets',
    options: ['json'],
    examples: ['hermes dump'],
    load: async () => (await import('./dump.js')).dump,
  },
  {
    path: 'debug share',
    summary: 'Write the summary, checks and log to a file, without secrets',
    options: ['local', 'output', 'limit'],
    examples: ['hermes debug share --local', 'hermes debug share --local -o report.txt'],
    load: async () => (await import('./share.js')).shareDebug,
  },
]
