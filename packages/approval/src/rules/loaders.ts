import { asksForHelp, hasFlag, type Rule } from './rule.js'

/** Programs that execute files without naming them. */
export const loaderRules: readonly Rule[] = [
  {
    reason: 'It loads code from a file into the shell.',
    programs: ['enable'],
    test: ({ args }) => hasFlag(args, 'f'),
  },
  {
    reason: 'It runs every program of a folder.',
    programs: ['run-parts'],
    test: ({ args }) => !asksForHelp(args) && !args.some((arg) => /^--(?:test|list)$/.test(arg)),
  },
]
