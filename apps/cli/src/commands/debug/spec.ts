import type { CommandSpec } from '../../arguments/command-spec.js'

export const debugCommands: readonly CommandSpec[] = [
  {
    path: 'dump',
    summary: 'Print a summary for the report of a problem, without secrets',
    options: ['json'],
    examples: ['hermes dump'],
    load: async () => (await import('./dump.js')).dump,
  },
  {
    path: 'debug share',
    summary: 'Write summary, checks and log to one file, without secrets',
    options: ['local', 'output', 'limit'],
    examples: ['hermes debug share --local', 'hermes debug share --local -o report.txt'],
    load: async () => (await import('./share.js')).shareDebug,
  },
]
