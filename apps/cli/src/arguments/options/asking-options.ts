import type { OptionSpec } from './option-spec.js'

/** Options for the prompt and the model that answers it. */
export const askingOptions = {
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
  'query-file': {
    value: 'text',
    completes: 'file',
    hint: 'FILE',
    description: 'like -q, with the contents of FILE; `-` for stdin',
  },
  oneshot: { description: 'with -q: answer and exit, also on a terminal' },
  quiet: { short: 'Q', description: 'with -q: answer and exit without showing tool calls; with send: print nothing' },
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
  for: {
    value: 'text',
    hint: 'TASK',
    description: 'the model of a side task, such as compression, title_generation or vision',
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
} as const satisfies Record<string, OptionSpec>
