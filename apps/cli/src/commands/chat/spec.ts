import type { CommandSpec } from '../../arguments/command-spec.js'
import { modelOptions, recordingOptions, sessionOptions } from '../../arguments/shared-options.js'

const chatOptions = [
  'prompt',
  'query',
  'query-file',
  'oneshot',
  'quiet',
  'image',
  'usage-file',
  'json',
  'tui',
  'cli',
  'screen-reader',
  'attach',
  ...modelOptions,
  ...recordingOptions,
  ...sessionOptions,
] as const

const chatExamples = [
  'hermes',
  'hermes -q "why does the build fail?"',
  'git diff | hermes -z "write a commit message"',
  'hermes -z "what is wrong here?" --image screen.png',
  'hermes -c',
  'hermes --cli',
]

export const chatCommands: readonly CommandSpec[] = [
  {
    path: '',
    summary: 'Talk to the agent',
    options: chatOptions,
    examples: chatExamples,
    load: async () => (await import('./chat.js')).chat,
  },
  {
    path: 'chat',
    summary: 'Talk to the agent (the default command)',
    options: chatOptions,
    examples: chatExamples,
    load: async () => (await import('./chat.js')).chat,
  },
]

/** The only command of the program `hermes-agent`. */
export const agentCommands: readonly CommandSpec[] = [
  {
    path: '',
    summary: 'Answer one prompt and exit',
    options: [
      'prompt',
      'query',
      'query-file',
      'quiet',
      'json',
      ...modelOptions,
      ...recordingOptions,
      ...sessionOptions,
    ],
    examples: ['hermes-agent -z "list the files here"', 'hermes-agent --json < prompt.txt'],
    load: async () => (await import('./chat.js')).chat,
  },
]
