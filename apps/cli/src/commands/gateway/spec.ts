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
  {
    path: 'send',
    summary: 'Send a message to a chat, through the running gateway',
    parameters: ['<target>', '[text...]'],
    options: [],
    examples: [
      'hermes send telegram:123456789 "The backup is done."',
      'hermes send telegram "To the home chat."',
      'df -h | hermes send telegram',
    ],
    load: async () => (await import('./gateway.js')).send,
  },
]
