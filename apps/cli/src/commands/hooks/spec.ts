import type { CommandSpec } from '../../arguments/command-spec.js'

export const hooksCommands: readonly CommandSpec[] = [
  {
    path: 'hooks list',
    summary: 'List hooks and the events that trigger them',
    options: ['json'],
    examples: ['hermes hooks list', 'hermes hooks list --json'],
    load: async () => (await import('./list.js')).listHooks,
  },
  {
    path: 'hooks test',
    summary: 'Test hooks of an event with sample data (exit code 1: failures)',
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
    summary: 'Approve the commands of a hook folder or plugin',
    parameters: ['<name>'],
    options: [],
    examples: ['hermes hooks allow weather'],
    load: async () => (await import('./allow.js')).allowHooks,
  },
  {
    path: 'hooks revoke',
    summary: 'Revoke the approval of hooks',
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
