import type { CommandSpec } from '../../arguments/command-spec.js'

export const securityCommands: readonly CommandSpec[] = [
  {
    path: 'security audit',
    summary: 'Find unsafe settings, keys and skills (exit code 1: some found)',
    options: ['json'],
    examples: ['hermes security audit', 'hermes security audit --json'],
    load: async () => (await import('./audit.js')).auditSecurity,
  },
]
