import type { OptionSpec } from './option-spec.js'

/** Options for the contents of a home: memory, jobs, keys, profiles, logs. */
export const homeOptions = {
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
  every: { value: 'text', hint: 'WHEN', description: 'a new schedule' },
  task: { value: 'text', hint: 'TEXT', description: 'a new prompt' },
  timezone: { value: 'text', hint: 'ZONE', description: 'the time zone of the schedule, such as Europe/Berlin' },
  script: { value: 'text', hint: 'FILE', description: 'a file of the folder scripts of the home, which runs first' },
  'context-from': { value: 'text', hint: 'A,B', description: 'jobs whose latest results join the prompt' },
  deliver: { value: 'text', hint: 'A,B', description: 'where results go: local, origin, telegram, telegram:CHAT' },
  'one-conversation': { description: 'use one conversation for all runs' },
  workdir: { value: 'text', completes: 'folder', hint: 'FOLDER', description: 'the folder to work in' },
  repeat: { value: 'number', hint: 'N', description: 'end after N runs' },
  reasoning: {
    value: 'text',
    choices: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    hint: 'EFFORT',
    description: 'the reasoning effort; default: from the settings',
  },
  'max-cost': { value: 'amount', hint: 'USD', description: 'stop a run that costs more than USD' },
  'skip-missed': { description: 'skip missed runs' },
  paused: { description: 'create the job paused' },
  clear: {
    value: 'text',
    hint: 'A,B',
    description: 'clear these options of the job, such as script or skip-missed',
  },

  // Trajectories
  'target-tokens': { value: 'number', hint: 'N', description: 'the token limit of each conversation; default 16000' },
  sample: {
    value: 'text',
    hint: 'PERCENT',
    description: 'use a fixed sample of the lines, such as 15%',
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
  device: { description: 'log in with a code that you type on another device' },

  // Profiles
  clone: { description: 'copy settings, keys and skills of the current profile' },
  'clone-all': { description: 'copy memories, scripts and plugins as well' },
  'clone-from': {
    value: 'text',
    completes: 'profile',
    hint: 'NAME',
    description: 'copy another profile instead of the current one',
  },
  'no-skills': { description: 'do not copy skills' },

  // Logs and reports
  follow: { short: 'f', description: 'keep printing new lines as they are logged' },
  level: {
    value: 'text',
    hint: 'LEVEL',
    choices: ['debug', 'info', 'warn', 'error'],
    description: 'the lowest level to print: debug, info, warn or error',
  },
  session: { value: 'text', completes: 'session', hint: 'ID', description: 'only lines that name this session' },
  deep: { description: 'call the model once' },
  fix: { description: 'fix problems that need no decision' },
  local: { description: 'write a file; nothing is uploaded' },
  'key-env': { value: 'text', hint: 'NAME', description: 'the environment variable with the key' },
} as const satisfies Record<string, OptionSpec>
