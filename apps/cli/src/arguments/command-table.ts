import type { OptionName } from './options.js'

/** One command: the single source of parsing, help and completions. */
export interface CommandSpec {
  /** The words after the program's name; empty for the program itself. */
  readonly path: string
  readonly summary: string
  /** The positional parameters: `<x>` is required, `[x]` is optional, `...` takes the rest. */
  readonly parameters?: readonly string[]
  readonly options: readonly OptionName[]
  readonly examples: readonly string[]
  /** Everything after the words is parsed by another program. */
  readonly passThrough?: boolean
}

const modelOptions = ['model', 'provider', 'base-url', 'api-key', 'api-mode'] as const
const sessionOptions = ['resume', 'continue', 'toolsets', 'max-turns', 'yolo'] as const
const recordingOptions = ['record', 'replay'] as const
const chatOptions = [
  'prompt',
  'query',
  'oneshot',
  'quiet',
  'json',
  ...modelOptions,
  ...recordingOptions,
  ...sessionOptions,
] as const
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
    summary: 'List the models of a provider with context windows and prices',
    options: ['provider', 'base-url', 'api-key', 'refresh', 'json'],
    examples: ['hermes models', 'hermes models --provider anthropic', 'hermes models --refresh --json'],
  },
  {
    path: 'tools',
    summary: 'List the tools, and why some are unavailable',
    options: ['toolsets', 'json'],
    examples: ['hermes tools', 'hermes tools --toolsets all,-web', 'hermes tools --json'],
  },
  {
    path: 'plugins list',
    summary: 'List features and plugins with their contents and start cost',
    options: ['json'],
    examples: ['hermes plugins list', 'hermes plugins list --json'],
  },
  {
    path: 'prompt-size',
    summary: 'Show the tokens and the price of the system prompt and tools',
    options: ['toolsets', 'model', 'json'],
    examples: ['hermes prompt-size', 'hermes prompt-size --toolsets coding', 'hermes prompt-size --json'],
  },
  {
    path: 'sessions list',
    summary: 'List sessions, newest first',
    options: ['json', 'all', 'archived', 'workspace', 'source', 'limit'],
    examples: ['hermes sessions list', 'hermes sessions list --workspace .', 'hermes sessions list --json --all'],
  },
  {
    path: 'sessions show',
    summary: 'Print the conversation of a session',
    parameters: ['<session>'],
    options: ['lineage', 'json'],
    examples: [
      'hermes sessions show latest',
      'hermes sessions show 20260314 --json',
      'hermes sessions show latest --lineage',
    ],
  },
  {
    path: 'sessions search',
    summary: 'Search the messages of all sessions',
    parameters: ['<query...>'],
    options: ['role', 'source', 'since', 'limit', 'json'],
    examples: [
      'hermes sessions search deploy kettle',
      'hermes sessions search \'"blue kettle" OR tea* NOT coffee\' --since 30d',
      'hermes sessions search migration --role user --json',
    ],
  },
  {
    path: 'sessions browse',
    summary: 'Browse sessions and resume one',
    options: ['archived', 'workspace', 'source'],
    examples: ['hermes sessions browse', 'hermes sessions browse --workspace .'],
  },
  {
    path: 'sessions stats',
    summary: 'Show the number of sessions and messages and their size',
    options: ['json'],
    examples: ['hermes sessions stats', 'hermes sessions stats --json'],
  },
  {
    path: 'sessions prune',
    summary: 'Delete conversations without recent activity',
    options: ['older-than', 'source', 'dry-run', 'yes', 'json'],
    examples: [
      'hermes sessions prune --older-than 90d --dry-run',
      'hermes sessions prune --older-than 1y --source cron --yes',
    ],
  },
  {
    path: 'sessions export',
    summary: 'Export sessions as JSON Lines, Markdown or HTML',
    parameters: ['[session]'],
    options: ['all', 'source', 'format', 'output'],
    examples: [
      'hermes sessions export latest',
      'hermes sessions export latest --format html -o talk.html',
      'hermes sessions export --all -o sessions.jsonl',
    ],
  },
  {
    path: 'sessions import',
    summary: 'Import exports, and logs of Claude Code and Codex',
    parameters: ['<file...>'],
    options: ['dry-run', 'json'],
    examples: [
      'hermes sessions import sessions.jsonl',
      'hermes sessions import ~/.claude/projects --dry-run',
      'hermes sessions import ~/.codex/sessions',
    ],
  },
  {
    path: 'sessions archive',
    summary: 'Archive sessions: hide them from lists',
    parameters: ['<session...>'],
    options: [],
    examples: ['hermes sessions archive "old idea"', 'hermes sessions list --archived'],
  },
  {
    path: 'sessions unarchive',
    summary: 'Show archived sessions in lists again',
    parameters: ['<session...>'],
    options: [],
    examples: ['hermes sessions unarchive "old idea"'],
  },
  {
    path: 'sessions optimize',
    summary: 'Compact the store and its search index',
    options: ['json'],
    examples: ['hermes sessions optimize', 'hermes sessions optimize --json'],
  },
  {
    path: 'sessions repair',
    summary: 'Check the store and repair damage',
    options: ['dry-run', 'yes', 'json'],
    examples: ['hermes sessions repair --dry-run', 'hermes sessions repair'],
  },
  {
    path: 'sessions rename',
    summary: 'Set the title of a session',
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
    path: 'insights',
    summary: 'Show usage by day, model, task and tool',
    options: ['days', 'source', 'json'],
    examples: ['hermes insights', 'hermes insights --days 7 --source cli', 'hermes insights --json'],
  },
  {
    path: 'trajectories compress',
    summary: 'Compress recorded conversations to a token limit',
    parameters: ['<input>', '[output]'],
    options: ['target-tokens', 'sample', 'workers', 'count-as', 'dry-run', 'json', ...modelOptions],
    examples: [
      'hermes trajectories compress in.jsonl out.jsonl --target-tokens 16000',
      'hermes trajectories compress in.jsonl.gz --sample 5% --dry-run',
      'hermes trajectories compress in.jsonl out.jsonl.gz -m google/gemini-3-flash --workers 8',
    ],
  },
  {
    path: 'backup',
    summary: 'Back up the home to an archive, even while it is in use',
    parameters: ['[file]'],
    options: ['quick', 'secrets', 'keep', 'json'],
    examples: ['hermes backup', 'hermes backup --quick --keep 3', 'hermes backup ~/hermes.zip --secrets'],
  },
  {
    path: 'import',
    summary: 'Restore a backup and keep what it replaces',
    parameters: ['<file>'],
    options: ['dry-run', 'yes', 'json'],
    examples: ['hermes import ~/hermes.zip --dry-run', 'hermes import ~/hermes.zip'],
  },
  {
    path: 'import-agent',
    summary: 'Import the home of the Hermes Agent in Python',
    parameters: ['<hermes>'],
    options: ['from', 'dry-run', 'json'],
    examples: [
      'HERMES_HOME=~/.hermes-ts hermes import-agent hermes --dry-run',
      'hermes import-agent hermes --from ~/old/.hermes --json',
    ],
  },
  {
    path: 'questions list',
    summary: 'List the open questions of agents',
    options: ['json', 'all'],
    examples: ['hermes questions list', 'hermes questions list --json --all'],
  },
  {
    path: 'questions show',
    summary: 'Print a question in full',
    parameters: ['<id>'],
    options: ['json'],
    examples: ['hermes questions show 3fa91c'],
  },
  {
    path: 'questions answer',
    summary: 'Answer a question: once, session, always, deny, a number or text',
    parameters: ['<id>', '<answer...>'],
    options: ['json'],
    examples: ['hermes questions answer 3fa91c once', 'hermes questions answer 3fa91c deny keep the build'],
  },
  {
    path: 'mcp list',
    summary: 'List the MCP servers',
    options: ['json'],
    examples: ['hermes mcp list', 'hermes mcp list --json'],
  },
  {
    path: 'mcp add',
    summary: 'Add an MCP server and agree to its tools',
    parameters: ['<name>', '[command...]'],
    options: ['url', 'trust', 'yes'],
    examples: [
      'hermes mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes',
      'hermes mcp add tracker --url https://tracker.example.com/mcp',
    ],
  },
  {
    path: 'mcp remove',
    summary: 'Remove an MCP server and what you have agreed to',
    parameters: ['<name>'],
    options: [],
    examples: ['hermes mcp remove files'],
  },
  {
    path: 'mcp test',
    summary: 'Connect to an MCP server and list its tools',
    parameters: ['<name>'],
    options: ['json'],
    examples: ['hermes mcp test files', 'hermes mcp test files --json'],
  },
  {
    path: 'mcp login',
    summary: 'Log in to an MCP server on the network',
    parameters: ['<name>'],
    options: ['no-browser', 'json'],
    examples: ['hermes mcp login tracker', 'hermes mcp login tracker --no-browser'],
  },
  {
    path: 'mcp configure',
    summary: 'Review new and changed tools of an MCP server, and agree to them',
    parameters: ['<name>'],
    options: ['yes'],
    examples: ['hermes mcp configure files'],
  },
  {
    path: 'queue list',
    summary: 'List waiting, claimed and dead items of the work queue',
    parameters: ['[queue]'],
    options: ['status', 'limit', 'json'],
    examples: ['hermes queue list', 'hermes queue list outbox --status dead', 'hermes queue list --json --limit 0'],
  },
  {
    path: 'queue show',
    summary: 'Print an item of the work queue with its payload',
    parameters: ['<queue>', '<id>'],
    options: ['json'],
    examples: ['hermes queue show outbox telegram:42:7'],
  },
  {
    path: 'queue replay',
    summary: 'Retry dead items',
    parameters: ['<queue>', '[id...]'],
    options: ['all', 'json'],
    examples: ['hermes queue replay outbox telegram:42:7', 'hermes queue replay outbox --all'],
  },
  {
    path: 'queue remove',
    summary: 'Remove waiting or dead items',
    parameters: ['<queue>', '<id...>'],
    options: ['json'],
    examples: ['hermes queue remove outbox telegram:42:7'],
  },
  {
    path: 'memory list',
    summary: 'List what is remembered, and how full the files are',
    options: ['person', 'json'],
    examples: ['hermes memory list', 'hermes memory list --person ada --json'],
  },
  {
    path: 'memory show',
    summary: 'Print a memory file as it is',
    options: ['target', 'person'],
    examples: ['hermes memory show', 'hermes memory show --target user'],
  },
  {
    path: 'memory add',
    summary: 'Add an entry',
    parameters: ['<text>'],
    options: ['target', 'person', 'json'],
    examples: ['hermes memory add "Uses pnpm, never npm."', 'hermes memory add --target user "Lives in Utrecht."'],
  },
  {
    path: 'memory edit',
    summary: 'Replace the entry that contains a part',
    parameters: ['<part>', '<text>'],
    options: ['target', 'person', 'json'],
    examples: ['hermes memory edit pnpm "Uses yarn."'],
  },
  {
    path: 'memory remove',
    summary: 'Remove the entry that contains a part',
    parameters: ['<part>'],
    options: ['target', 'person', 'json'],
    examples: ['hermes memory remove pnpm'],
  },
  {
    path: 'memory history',
    summary: 'List the changes of both files, newest first',
    options: ['person', 'limit', 'json'],
    examples: ['hermes memory history', 'hermes memory history --limit 0 --json'],
  },
  {
    path: 'memory undo',
    summary: 'Take back a change, by default the newest one',
    parameters: ['[change]'],
    options: ['person', 'json'],
    examples: ['hermes memory undo', 'hermes memory undo 1f0c2a9b'],
  },
  {
    path: 'memory pending',
    summary: 'List the changes that wait for approval',
    options: ['person', 'json'],
    examples: ['hermes memory pending'],
  },
  {
    path: 'memory approve',
    summary: 'Apply waiting changes',
    parameters: ['[id...]'],
    options: ['all', 'person', 'json'],
    examples: ['hermes memory approve 3fa9c1', 'hermes memory approve --all'],
  },
  {
    path: 'memory reject',
    summary: 'Drop waiting changes',
    parameters: ['[id...]'],
    options: ['all', 'person', 'json'],
    examples: ['hermes memory reject 3fa9c1', 'hermes memory reject --all'],
  },
  {
    path: 'memory status',
    summary: 'Show the settings of the memory, and what waits for approval',
    options: ['json'],
    examples: ['hermes memory status'],
  },
  {
    path: 'memory setup',
    summary: 'Choose a long-term memory beside the files',
    parameters: ['<provider>'],
    options: [],
    examples: ['hermes memory setup local', 'hermes memory setup ./my-memory.mjs'],
  },
  {
    path: 'memory off',
    summary: 'Use no long-term memory beside the files',
    options: [],
    examples: ['hermes memory off'],
  },
  {
    path: 'profile list',
    summary: 'List the profiles: homes with their own settings and sessions',
    options: ['json'],
    examples: ['hermes profile list', 'hermes profile list --json'],
  },
  {
    path: 'profile create',
    summary: 'Create a profile',
    parameters: ['<name>'],
    options: [],
    examples: ['hermes profile create work', 'hermes -p work'],
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
  {
    path: 'config path',
    summary: 'Print the path of config.yaml',
    options: ['json'],
    examples: ['hermes config path'],
  },
  {
    path: 'config check',
    summary: 'Validate config.yaml and .env',
    options: ['json'],
    examples: ['hermes config check'],
  },
  {
    path: 'auth list',
    summary: 'List keys and logins with their state, without secrets',
    parameters: ['[provider]'],
    options: ['json'],
    examples: ['hermes auth list', 'hermes auth list openrouter --json'],
  },
  {
    path: 'auth status',
    summary: 'List the providers that can be called (exit code 1: none)',
    parameters: ['[provider]'],
    options: ['json'],
    examples: ['hermes auth status', 'hermes auth status copilot'],
  },
  {
    path: 'auth login',
    summary: 'Log in to openrouter, nous, copilot, openai-codex or anthropic',
    parameters: ['<provider>'],
    options: ['label', 'issuer', 'base-url', 'no-browser', 'json'],
    examples: [
      'hermes auth login openrouter',
      'hermes auth login copilot --issuer company.ghe.com --label work',
      'hermes auth login openai-codex --json',
    ],
  },
  {
    path: 'auth logout',
    summary: 'Remove the logins of a provider, or one of them',
    parameters: ['<provider>', '[id]'],
    options: ['json'],
    examples: ['hermes auth logout copilot', 'hermes auth logout copilot work'],
  },
  {
    path: 'auth add',
    summary: 'Store an API key, read from a hidden prompt or from stdin',
    parameters: ['<provider>'],
    options: ['label', 'base-url', 'json'],
    examples: ['hermes auth add openrouter', 'pass show openai | hermes auth add openai --label work'],
  },
  {
    path: 'auth remove',
    summary: 'Remove a key or login, or stop using a borrowed one',
    parameters: ['<provider>', '[id]'],
    options: ['json'],
    examples: ['hermes auth remove openrouter work', 'hermes auth remove anthropic claude_code'],
  },
  {
    path: 'auth priority',
    summary: 'Set the position of a credential among those of its provider',
    parameters: ['<provider>', '<id>', '<place>'],
    options: ['json'],
    examples: ['hermes auth priority openrouter work 1'],
  },
  {
    path: 'auth reset',
    summary: 'End cooldowns: use limited or refused keys again',
    parameters: ['[provider]', '[id]'],
    options: ['json'],
    examples: ['hermes auth reset', 'hermes auth reset openrouter work'],
  },
  {
    path: 'auth refresh',
    summary: 'Renew the logins of a provider now',
    parameters: ['<provider>', '[id]'],
    options: ['json'],
    examples: ['hermes auth refresh copilot'],
  },
  {
    path: 'doctor',
    summary: 'Check the installation and name fixes (exit code 1: problems)',
    options: ['json'],
    examples: ['hermes doctor', 'hermes doctor --json'],
  },
  {
    path: 'gateway',
    summary: 'Serve the agent over HTTP (`hermes gateway --help` for more)',
    options: [],
    examples: ['hermes gateway run --port 8642'],
    passThrough: true,
  },
  {
    path: 'acp',
    summary: 'Serve an editor over stdin and stdout (Agent Client Protocol)',
    options: ['check', 'setup', ...modelOptions],
    examples: ['hermes acp', 'hermes acp --check', 'hermes acp --setup'],
  },
  {
    path: 'completion',
    summary: 'Print a completion script',
    parameters: ['<bash|zsh|fish>'],
    options: [],
    examples: ['source <(hermes completion bash)'],
  },
] as const satisfies readonly CommandSpec[]

/** The only command of the program `hermes-agent`. */
export const agentCommands = [
  {
    path: '',
    summary: 'Answer one prompt and exit',
    options: ['prompt', 'query', 'quiet', 'json', ...modelOptions, ...recordingOptions, ...sessionOptions],
    examples: ['hermes-agent -z "list the files here"', 'hermes-agent --json < prompt.txt'],
  },
] as const satisfies readonly CommandSpec[]

export type CommandPath = (typeof commands)[number]['path']
