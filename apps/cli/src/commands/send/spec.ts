import type { CommandSpec } from '../../arguments/command-spec.js'

export const sendCommands: readonly CommandSpec[] = [
  {
    path: 'send',
    summary: 'Send a message to a chat, through the running gateway',
    parameters: ['[target]', '[text...]'],
    options: ['to', 'file', 'subject', 'list', 'json', 'quiet'],
    examples: [
      'hermes send telegram:123456789 "The backup is done."',
      'df -h | hermes send telegram',
      'hermes send email:ada@example.org --subject "Build 42" --file build.log',
      'hermes send telegram "MEDIA:chart.png"',
      'hermes send --list',
    ],
    load: async () => (await import('./send.js')).send,
  },
]
