import type { OptionName } from './options.js'

/** One command: the model that parsing, help and completions are made from. */
export interface CommandSpec {
  /** The words after the program's name; empty for the program itself. */
  readonly path: string
  readonly summary: string
  /** What follows the words: `<x>` is required, `[x]` is not, `...` takes all that is left. */
  readonly parameters?: readonly string[]
  readonly options: readonly OptionName[]
  readonly examples: readonly string[]
  /** Everything after the words belongs to another program's own parser. */
  readonly passThrough?: boolean
}

const modelOptions = ['model', 'provider', 'base-url', 'api-key', 'api-mode'] as const
const sessionOptions = ['resume', 'continue', 'toolsets', 'max-turns', 'yolo'] as const
const chatOptions = ['prompt', 'query', 'oneshot', 'quiet', 'json', ...modelOptions, ...sessionOptions] as const
const chatExamples = [
  'hermes',
  'hermes -q "why does the build fail?"',
  'git diff | hermes -z "write a commit message"',
  'hermes -c',
]

/** The commands of the program `hermes`. */
export const commands = [
  { path: '', summary: 'Talk to the agent', options: chatOptions, examples: chatExamples },
  { path: 'chat', summary: 'Talk to the agent (the default command)', options: chatOptions, examples: chatExamples },
  {
    path: 'model',
    summary: 'Choose the model and save it',
    parameters: ['[model]'],
    options: ['provider'],
    examples: ['hermes model', 'hermes model anthropic/claude-sonnet-5 --provider openrouter'],
  },
  {
    path: 'models',
    summary: 'List the models of the provider, with windows and prices',
    options: ['provider', 'base-url', 'api-key', 'refresh', 'json'],
    examples: ['hermes models', 'hermes models --provider anthropic', 'hermes models --refresh --json'],
  },
  {
    path: 'sessions list',
    summary: 'List sessions, newest first',
    options: ['json', 'all', 'source', 'limit'],
    examples: ['hermes sessions list', 'hermes sessions list --json --all'],
  },
  {
    path: 'sessions show',
    summary: 'Print the conversation of a session',
    parameters: ['<session>'],
    options: ['json'],
    examples: ['hermes sessions show latest', 'hermes sessions show 20260314 --json'],
  },
  {
    path: 'sessions export',
    summary: 'Write sessions as JSON Lines, with their messages in OpenAI format',
    parameters: ['[session]'],
    options: ['all', 'source', 'output'],
    examples: ['hermes sessions export latest', 'hermes sessions export --all -o sessions.jsonl'],
  },
  {
    path: 'sessions rename',
    summary: 'Give a session a title',
    parameters: ['<session>', '<title...>'],
    options: [],
    examples: ['hermes sessions rename latest "fix the build"'],
  },
  {
    path: 'sessions delete',
    summary: 'Delete a session and its messages',
    parameters: ['<session>'],
    options: ['yes'],
    examples: ['hermes sessions delete 20260314_101500_ab12cd --yes'],
  },
  {
    path: 'config show',
    summary: 'Print the settings in effect, without secrets',
    options: ['json'],
    examples: ['hermes config show'],
  },
  {
    path: 'config get',
    summary: 'Print one setting',
    parameters: ['<key>'],
    options: ['json'],
    examples: ['hermes config get model.default'],
  },
  {
    path: 'config set',
    summary: 'Change one setting in config.yaml',
    parameters: ['<key>', '<value>'],
    options: [],
    examples: ['hermes config set model.provider openrouter'],
  },
  {
    path: 'config unset',
    summary: 'Remove one setting from config.yaml',
    parameters: ['<key>'],
    options: [],
    examples: ['hermes config unset model.default'],
  },
  { path: 'config path', summary: 'Print where config.yaml is', options: ['json'], examples: ['hermes config path'] },
  {
    path: 'config check',
    summary: 'Say whether config.yaml and .env are valid',
    options: ['json'],
    examples: ['hermes config check'],
  },
  {
    path: 'gateway',
    summary: 'Serve the agent over HTTP (`hermes gateway --help` for more)',
    options: [],
    examples: ['hermes gateway run --port 8642'],
    passThrough: true,
  },
  {
    path: 'completion',
    summary: 'Print a completion script',
    parameters: ['<bash|zsh|fish>'],
    options: [],
    examples: ['source <(hermes completion bash)'],
  },
] as const satisfies readonly CommandSpec[]

/** The one command of the program `hermes-agent`. */
export const agentCommands = [
  {
    path: '',
    summary: 'Answer one prompt and exit',
    options: ['prompt', 'query', 'quiet', 'json', ...modelOptions, ...sessionOptions],
    examples: ['hermes-agent -z "list the files here"', 'hermes-agent --json < prompt.txt'],
  },
] as const satisfies readonly CommandSpec[]

export type CommandPath = (typeof commands)[number]['path']
