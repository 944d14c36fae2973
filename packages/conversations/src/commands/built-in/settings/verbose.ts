import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command } from '../../command.js'

export interface VerboseServices {
  readonly display: Display
}

/** What a terminal shows of a turn. Changes apply from the next event on. */
export interface Display {
  /** Whether each tool call is shown on a line. */
  showTools: boolean
  /** Whether the model's reasoning is shown. */
  showReasoning: boolean
  /** Whether the reasoning is shown in full instead of its first lines. */
  isReasoningWhole: boolean
}

const levels = {
  off: { showTools: false, showReasoning: false, meaning: 'only the answers' },
  tools: { showTools: true, showReasoning: false, meaning: 'a line for each tool call' },
  all: { showTools: true, showReasoning: true, meaning: 'tool calls and reasoning' },
} as const

type Level = keyof typeof levels

const names: readonly Level[] = ['off', 'tools', 'all']

/** `/verbose [off | tools | all]`: sets the level of detail; without an argument, the next level. */
export function verboseCommand({ display }: VerboseServices): Command {
  return {
    name: 'verbose',
    usage: '[off | tools | all]',
    description: 'change how much of a turn is shown',
    category: 'settings',
    surfaces: ['terminal'],
    complete: async (prefix) => names.filter((name) => name.startsWith(prefix)).map((text) => ({ text })),
    run: async (args) => chooseVerbosity(args, display),
  }
}

/** Sets the level of detail; without an argument, the next level. */
export function chooseVerbosity(
  args: string,
  display: Display,
): Extract<CommandOutcome, { readonly type: 'text' | 'error' }> {
  const level = args === '' ? names[(names.indexOf(levelOf(display)) + 1) % names.length] : args
  if (level === undefined || !isLevel(level)) return { type: 'error', text: 'The levels are off, tools and all.' }
  const { showTools, showReasoning, meaning } = levels[level]
  display.showTools = showTools
  display.showReasoning = showReasoning
  return { type: 'text', text: `${level}: ${meaning}.` }
}

function isLevel(text: string): text is Level {
  return Object.hasOwn(levels, text)
}

function levelOf({ showTools, showReasoning }: Display): Level {
  if (!showTools) return 'off'
  return showReasoning ? 'all' : 'tools'
}
