import type { Completes } from './completes.js'

/** One option of the command line. */
export interface OptionSpec {
  readonly short?: string
  /** Absent: a switch. `optional-text`: the value may be omitted and is then empty. */
  readonly value?: 'text' | 'number' | 'optional-text'
  /** The allowed values; absent: any. */
  readonly choices?: readonly string[]
  /** How a shell completes the value; absent: with `choices`. */
  readonly completes?: Completes
  /** The placeholder of the value in the help. */
  readonly hint?: string
  readonly description: string
}

/** All options. A name means the same in every command that has it. */
export const options = {
  // The question
  prompt: {
    short: 'z',
    value: 'optional-text',
    hint: 'TEXT',
    description: 'answer TEXT and exit, printing only the final text',
  },
  query: {
    short: 'q',
    value: 'optional-text',
    hint: 'TEXT',
    description: 'start with TEXT; without a terminal, answer and exit',
  },
  oneshot: { description: 'with -q: answer and exit, also on a terminal' },
  quiet: { short: 'Q', description: 'with -q: answer and exit without showing tool calls' },
  image: {
    value: 'text',
    completes: 'file',
    hint: 'FILE',
    description: 'attach an image (PNG, JPEG, GIF, WebP) to the question',
  },
  'usage-file': {
    value: 'text',
    completes: 'file',
    hint: 'FILE',
    description: 'write tokens, cost and outcome of the answer to FILE as JSON',
  },
  json: { description: 'print JSON: one event per line for a chat, one value for a list' },

  // The model
  model: {
    short: 'm',
    value: 'text',
    completes: 'model',
    hint: 'NAME',
    description: 'the model, by the name that its provider uses',
  },
  provider: {
    value: 'text',
    completes: 'provider',
    hint: 'NAME',
    description: 'the provider; `custom` for any OpenAI-compatible server',
  },
  'base-url': { value: 'text', hint: 'URL', description: "the server's address, such as http://127.0.0.1:11434/v1" },
  'api-key': { value: 'text', hint: 'KEY', description: 'the key (visible to other users: prefer the .env file)' },
  'api-mode': {
    value: 'text',
    hint: 'MODE',
    choices: ['chat_completions', 'codex_responses', 'anthropic_messages', 'bedrock_converse'],
    description: 'the API: chat_completions, codex_responses, anthropic_messages, bedrock_converse',
  },

  // The lineage
  lineage: { description: 'the sessions of the lineage, with the summary of each compression' },

  // The recording
  record: {
    value: 'text',
    completes: 'file',
    hint: 'FILE',
    description: 'record the model calls into FILE, without secrets',
  },
  replay: {
    value: 'text',
    completes: 'file',
    hint: 'FILE',
    description: 'answer from a recording: no provider, no key, no network',
  },

  // The session
  resume: {
    short: 'r',
    value: 'text',
    completes: 'session',
    hint: 'SESSION',
    description: 'resume an id, a prefix, a title, `latest`, or a session of `@claude` or `@codex`',
  },
  continue: {
    short: 'c',
    value: 'optional-text',
    completes: 'session',
    hint: 'NAME',
    description: 'resume the session of this terminal and folder, or the one titled NAME',
  },
  skills: {
    short: 's',
    value: 'text',
    completes: 'skill',
    hint: 'A,B',
    description: 'start the first message with these skills',
  },
  toolsets: {
    short: 't',
    value: 'text',
    completes: 'toolset',
    hint: 'A,B',
    description: 'only these toolsets, such as file,terminal',
  },
  in: {
    value: 'text',
    completes: 'folder',
    hint: 'FOLDER',
    description: 'work in FOLDER, also when a session is resumed',
  },
  worktree: { short: 'w', description: 'work in a new git worktree, from the newest commit of the remote' },
  'run-budget': { value: 'number', hint: 'SECONDS', description: 'the time limit of each turn; 0 for none' },
  'max-turns': { value: 'number', hint: 'N', description: 'model calls per turn; 0 for no limit' },
  'ignore-rules': { description: 'without project files, memory and skills' },
  'safe-mode': { description: 'like --ignore-rules, and without plugins and MCP servers' },
  yolo: { description: 'run flagged commands without asking' },

  // Lists
  all: { description: 'everything, not only the latest or open ones' },
  archived: { description: 'only archived ones' },
  workspace: {
    value: 'text',
    completes: 'folder',
    hint: 'FOLDER',
    description: 'only sessions that work in FOLDER or below it',
  },
  source: { value: 'text', hint: 'NAME', description: 'only sessions of one surface, such as cli' },
  role: {
    value: 'text',
    hint: 'ROLE',
    choices: ['user', 'assistant', 'tool'],
    description: 'only messages of user, assistant or tool',
  },
  status: {
    value: 'text',
    hint: 'STATUS',
    choices: ['waiting', 'claimed', 'dead', 'done'],
    description: 'only items that are waiting, claimed, dead or done',
  },
  since: { value: 'text', hint: 'WHEN', description: 'only newer ones: a span such as 7d or 12h, or a date' },
  days: { value: 'number', hint: 'N', description: 'the last N days' },
  limit: { value: 'number', hint: 'N', description: 'at most N; 0 for no limit' },
  output: {
    short: 'o',
    value: 'text',
    completes: 'file',
    hint: 'FILE',
    description: 'write to FILE instead of stdout',
  },
  refresh: { description: 'download the current list from models.dev first' },
  format: { value: 'text', hint: 'FORMAT', choices: ['jsonl', 'md', 'html'], description: 'jsonl, md or html' },
  'older-than': { value: 'text', hint: 'SPAN', description: 'without activity for longer than SPAN, such as 90d' },
  quick: { description: 'only the most important: the sessions of a backup, the model of a setup' },
  'non-interactive': {
    description: 'ask nothing: use the flags, or the first provider with a key or a running server',
  },
  reset: { description: 'reset all settings first; a copy is kept' },
  secrets: { description: 'include keys and logins: .env and auth.json' },
  keep: { value: 'number', hint: 'N', description: 'keep the latest N backups of the home and delete the others' },
  from: { value: 'text', completes: 'folder', hint: 'DIR', description: 'the home to import; default ~/.hermes' },
  'dry-run': { description: 'show what would be done without doing it' },
  yes: { short: 'y', description: 'do not ask' },
  force: { description: 'do not ask, also about what a scan found worth a look; dangerous skills stay refused' },

  // Editors
  check: { description: 'check that an editor can start it, and exit' },
  setup: { description: 'choose the model on this terminal, and exit' },

  // Clients
  tui: { description: 'the full-screen interface (a preview); HERMES_TUI=1 makes it the default' },
  attach: {
    value: 'text',
    hint: 'URL',
    description: 'with --tui: the address of a `hermes serve`, or `local` for the one of this home',
  },
  port: {
    value: 'number',
    hint: 'N',
    description: 'serve WebSocket on this port, 0 for any free one; default: stdin and stdout',
  },
  host: { value: 'text', hint: 'ADDRESS', description: 'the address to listen on; default 127.0.0.1' },
  origin: { value: 'text', hint: 'A,B', description: 'web pages that may connect, such as https://app.example' },

  // MCP servers
  url: { value: 'text', hint: 'URL', description: 'the address of a server on the network, instead of a command' },
  trust: {
    value: 'text',
    hint: 'LEVEL',
    choices: ['full', 'untrusted'],
    description: 'full: believe what the server says about its tools; default: untrusted',
  },

  // Memory
  target: {
    value: 'text',
    hint: 'FILE',
    choices: ['memory', 'user'],
    description: 'memory: the notes (default); user: what is known about the person',
  },
  person: { value: 'text', hint: 'ID', description: 'the memory of a person of the gateway instead of your own' },

  // Scheduled jobs
  name: { value: 'text', hint: 'NAME', description: 'a name for the job' },
  every: { value: 'text', hint: 'WHEN', description: 'another schedule' },
  task: { value: 'text', hint: 'TEXT', description: 'another prompt' },
  timezone: { value: 'text', hint: 'ZONE', description: 'the time zone of the schedule, such as Europe/Berlin' },
  script: { value: 'text', hint: 'FILE', description: 'a file of the folder scripts of the home, which runs first' },
  'context-from': { value: 'text', hint: 'A,B', description: 'jobs whose latest results join the prompt' },
  deliver: { value: 'text', hint: 'A,B', description: 'where results go: local, origin, telegram, telegram:CHAT' },
  'one-conversation': { description: 'all runs share one conversation' },
  workdir: { value: 'text', completes: 'folder', hint: 'FOLDER', description: 'the folder to work in' },
  repeat: { value: 'number', hint: 'N', description: 'end after N runs' },
  'max-cost': { value: 'number', hint: 'USD', description: 'end a run that costs more US dollars' },
  'skip-missed': { description: 'do not make up for missed runs' },
  paused: { description: 'create it paused' },

  // Webhooks
  signature: {
    value: 'text',
    hint: 'SCHEME',
    choices: ['standard', 'github', 'gitlab', 'slack', 'stripe', 'twilio', 'bearer', 'none'],
    description: 'how the sender signs; default standard (Standard Webhooks)',
  },
  events: { value: 'text', hint: 'A,B', description: 'only these events; default all' },
  'deliver-only': { description: 'deliver the prompt itself, without an agent' },
  'ask-secret': { description: 'ask for the secret of the sender, or read it from stdin; default a new one' },

  // Trajectories
  'target-tokens': { value: 'number', hint: 'N', description: 'the token limit of each conversation; default 16000' },
  sample: {
    value: 'text',
    hint: 'PERCENT',
    description: 'only a sample of the lines, such as 15%; always the same ones',
  },
  workers: { value: 'number', hint: 'N', description: 'the number of parallel workers; default 4' },
  'count-as': {
    value: 'text',
    completes: 'model',
    hint: 'MODEL',
    description: 'count tokens as MODEL does; default gpt-5',
  },

  // Keys and logins
  label: { value: 'text', hint: 'TEXT', description: 'a label for the key or login' },
  issuer: { value: 'text', hint: 'URL', description: "the login server, such as your company's GitHub" },
  'no-browser': { description: 'do not open a browser' },

  // MCP clients
  scope: {
    value: 'text',
    choices: ['read', 'send', 'all'],
    hint: 'SCOPE',
    description: 'what a client may do: read (default), send messages, or all, which includes answers to approvals',
  },

  // Profiles
  clone: { description: 'copy settings, keys and skills of the current profile' },
  'clone-all': { description: 'copy memories, scripts and plugins as well' },
  'clone-from': {
    value: 'text',
    completes: 'profile',
    hint: 'NAME',
    description: 'copy another profile instead of the current one',
  },
  'no-skills': { description: 'copy no skills' },

  // Logs and reports
  follow: { short: 'f', description: 'go on with what is logged from now on' },
  level: {
    value: 'text',
    hint: 'LEVEL',
    choices: ['debug', 'info', 'warn', 'error'],
    description: 'only this level and the more severe ones: debug, info, warn or error',
  },
  session: { value: 'text', completes: 'session', hint: 'ID', description: 'only lines that name this session' },
  deep: { description: 'call the model once' },
  fix: { description: 'repair what can be repaired without a decision' },
  local: { description: 'write a file; nothing is uploaded' },
  'key-env': { value: 'text', hint: 'NAME', description: 'the environment variable with the key' },

  // Everywhere
  profile: {
    short: 'p',
    value: 'text',
    completes: 'profile',
    hint: 'NAME',
    description: 'use a profile: a separate config, sessions and logs',
  },
  'no-color': { description: 'no colours (as does the variable NO_COLOR)' },
  verbose: { description: 'show the causes of an error' },
  version: { short: 'V', description: 'print the version' },
  help: { short: 'h', description: 'print help' },
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof options

type ValueOf<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Spec extends { readonly value: 'number' }
    ? number
    : Spec extends { readonly value: string }
      ? string
      : true

/** The parsed options, typed by the table. */
export type OptionValues = { readonly [Name in OptionName]?: ValueOf<(typeof options)[Name]> }

/** Options of every command. */
export const globalOptions: readonly OptionName[] = ['profile', 'no-color', 'verbose', 'version', 'help']

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(options, name)
}

/** Widens a row of the table to its optional members. */
export function optionSpec(name: OptionName): OptionSpec {
  return options[name]
}

/** The option that a word such as `--resume` or `-r` names. */
export function optionNamed(word: string): OptionName | undefined {
  const names = Object.keys(options).filter(isOptionName)
  return names.find((name) => word === `--${name}` || word === `-${optionSpec(name).short}`)
}
