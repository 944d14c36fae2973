import type { CommandSpec } from '../../arguments/command-spec.js'

export const importAgentCommands: readonly CommandSpec[] = [
  {
    path: 'import-agent',
    summary: 'Import memories and skills from another agent',
    parameters: ['<program>'],
    completes: [['hermes', 'openclaw', 'claude-code', 'codex']],
    options: ['from', 'agent', 'secrets', 'dry-run', 'json'],
    examples: [
      'HERMES_HOME=~/.hermes-ts hermes import-agent hermes --dry-run',
      'hermes import-agent openclaw --dry-run',
      'hermes import-agent openclaw --agent work --secrets',
      'hermes import-agent claude-code --dry-run',
      'hermes import-agent hermes --from ~/old/.hermes --json',
    ],
    load: async () => (await import('./import-agent.js')).importAgent,
  },
]
