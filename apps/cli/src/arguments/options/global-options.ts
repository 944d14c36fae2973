import type { OptionSpec } from './option-spec.js'

/** Options that every command accepts. */
export const globalOptions = {
  profile: {
    short: 'p',
    value: 'text',
    completes: 'profile',
    hint: 'NAME',
    description: 'use a profile: a separate config, sessions and logs',
  },
  'no-color': { description: 'disable colors, like the variable NO_COLOR' },
  verbose: { short: 'v', description: 'show the causes of an error' },
  version: { short: 'V', description: 'print the version' },
  help: { short: 'h', description: 'print help' },
} as const satisfies Record<string, OptionSpec>
