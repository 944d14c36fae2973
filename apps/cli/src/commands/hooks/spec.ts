import type { CommandSpec } from '../../arguments/command-spec.js'

export const hooksCommands: readonly CommandSpec[] = [
  {
    path: 'hooks list',
    summary: 'List the commands that run when something happens',
    options: ['json'],
    examples: ['hermes hooks list', 'hermes hooks list --json'],
    load: async () => (await import('./list.js')).listHooks,
  },
  {
    path: 'hooks test',
    summary: 'Run the hooks of an event with a sample (exit code 1: one failed)',
    parameters: ['<event>', '[name]'],
    options: ['json'],
    examples: [
      'hermes hooks test post_llm_call',
      'hermes hooks test pre_tool_call terminal',
      'hermes hooks test pre_command new',
    ],
    load: async () => (await import('./try.js')).testHooks,
  },
  {
    path: 'hooks allow',
    summary: 'Agree to the commands of a hook folder or a plugin',
    parameters: ['<name>'],
    options: [],
    examples: ['hermes hooks allow weather'],
    load: async () => (await import('./allow.js')).allowHooks,
  },
  {
    path: 'hooks revoke',
    summary: 'Take back an agreement to hooks',
    parameters: ['<name>'],
    options: [],
    examples: ['hermes hooks revoke weather'],
    load: async () => (await import('./allow.js')).revokeHooks,
  },
  {
    path: 'hooks doctor',
    summary: 'Check hooks without running them (exit code 1: problems)',
    options: ['json'],
    examples: ['hermes hooks doctor'],
    load: async () => (await import('./try.js')).hooksDoctor,
  },
]
