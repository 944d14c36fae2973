import type { OptionSpec } from './option-spec.js'

/** The session and the lists of sessions. */
export const sessionOptions = {
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
    description: 'ask nothing: use the flags, variables and servers that are there',
  },
  reset: { description: 'reset all settings first; a copy is kept' },
  secrets: { description: 'include keys and logins: .env and auth.json' },
  keep: { value: 'number', hint: 'N', description: 'keep the latest N backups of the home and delete the others' },
  from: { value: 'text', completes: 'folder', hint: 'DIR', description: 'the home to import; default ~/.hermes' },
  'dry-run': { description: 'show what would be done without doing it' },
  yes: { short: 'y', description: 'do not ask' },
  force: { description: 'do not ask, also about what a scan found worth a look; dangerous skills stay refused' },
} as const satisfies Record<string, OptionSpec>
