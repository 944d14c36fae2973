import type { OptionSpec } from './option-spec.js'

/** Options for other programs: editors, clients, MCP servers, webhooks. */
export const programOptions = {
  // Editors
  check: { description: 'check that an editor can start it, and exit' },
  setup: { description: 'choose the model on this terminal, and exit' },

  // Clients
  'screen-reader': { description: 'print whole lines and redraw nothing; same as HERMES_SCREEN_READER=1' },
  tui: { description: 'use the full-screen interface (default), even with HERMES_TUI=0' },
  cli: { description: 'use the line interface; HERMES_TUI=0 makes it the default' },
  attach: {
    value: 'text',
    hint: 'URL',
    description: 'the address of a `hermes serve`, or `local` for the one of this home',
  },
  port: {
    value: 'number',
    hint: 'N',
    description: 'serve on this port, 0 for any free one; default: stdin and stdout',
  },
  host: { value: 'text', hint: 'ADDRESS', description: 'the address to listen on; default 127.0.0.1' },
  origin: { value: 'text', hint: 'A,B', description: 'web pages that may connect, such as https://app.example' },

  // MCP servers
  url: { value: 'text', hint: 'URL', description: 'the address of a server on the network, instead of a command' },
  trust: {
    value: 'text',
    hint: 'LEVEL',
    choices: ['full', 'untrusted'],
    description: 'full: trust what the server says about its tools; default: untrusted',
  },

  // MCP clients
  http: { description: 'serve over HTTP; default address: 127.0.0.1:8644' },
  scope: {
    value: 'text',
    choices: ['skills', 'read', 'send', 'all'],
    hint: 'SCOPE',
    description: 'what a client may do: read (default), send messages, or all, which includes answers to approvals',
  },

  // Messages
  to: { value: 'text', hint: 'TARGET', description: 'the chat: telegram, telegram:CHAT[:THREAD] or telegram:#NAME' },
  file: { value: 'text', completes: 'file', hint: 'FILE', description: 'send the text of FILE; `-` for stdin' },
  subject: { value: 'text', hint: 'LINE', description: 'the subject of a mail; elsewhere a line above the text' },
  list: { description: 'list the chats that can receive messages' },

  // Webhooks
  signature: {
    value: 'text',
    hint: 'SCHEME',
    choices: [
      'standard',
      'github',
      'gitlab',
      'slack',
      'stripe',
      'twilio',
      'bearer',
      'generic-v2',
      'generic-v1',
      'none',
    ],
    description: 'how the sender signs; default standard (Standard Webhooks)',
  },
  events: { value: 'text', hint: 'A,B', description: 'only these events; default all' },
  filters: { value: 'text', hint: 'JSON', description: 'only matching events: [{"path":"action","equals":"opened"}]' },
  'deliver-chat': {
    value: 'text',
    hint: 'CHAT',
    description: 'the chat of targets that name only a network: {chat.id} is a value of the event',
  },
  'deliver-thread': { value: 'text', hint: 'THREAD', description: 'the thread in the chat of --deliver-chat' },
  'answer-profile': { value: 'text', hint: 'NAME', description: 'the profile whose agent answers' },
  'cron-job': { value: 'text', hint: 'JOB', description: 'run this scheduled job instead of answering' },
  coalesce: {
    value: 'text',
    hint: 'KEY',
    description: 'answer only the last of a burst with this key: {issue.number}',
  },
  'deliver-only': { description: 'deliver the prompt itself, without an agent' },
  'ask-secret': { description: 'ask for the secret of the sender, or read it from stdin; default a new one' },
  replace: { description: 'replace the webhook of this name, and its secret' },
} as const satisfies Record<string, OptionSpec>
