import type { Command } from '@hermes/conversations/commands'
import type { Config } from '@hermes/runtime'
import type { ChatNetwork } from '../../network/chat-network.js'
import type { KnownPerson } from '../../network/known-person.js'
import type { SaveSetting } from '../../people/home-chat.js'

const meanings = {
  off: 'no tools',
  new: 'the names of tools',
  all: 'tools, and the start of their arguments',
  verbose: 'tools with more of their arguments',
} as const

type Level = keyof typeof meanings

const levels = ['off', 'new', 'all', 'verbose'] as const satisfies readonly Level[]

interface VerboseContext {
  readonly network: Pick<ChatNetwork, 'name' | 'settings'>
  readonly who: KnownPerson
  readonly save: SaveSetting
  readonly display: Pick<Config['display'], 'tool_progress' | 'tool_progress_command'>
}

/**
 * Answers `/verbose`, which sets what the chats of a network see of tools. Without an argument, it sets the next level.
 * @returns the text for the person, or `undefined` if it is another command or switched off.
 */
export async function answerVerbose(
  line: string,
  { network, who, save, display }: VerboseContext,
): Promise<string | undefined> {
  const [command = '', word, ...more] = line.trim().split(/\s+/)
  if (command.toLowerCase() !== '/verbose' || !display.tool_progress_command) return undefined
  if (who.role !== 'owner' && who.role !== 'admin') return 'Only an administrator can choose what chats see of tools.'
  const now = network.settings.tool_progress ?? display.tool_progress
  const level = word === undefined ? after(now) : word
  if (!isLevel(level) || more.length > 0) return `The levels are ${levels.join(', ')}.`
  await save(`platforms.${network.name}.tool_progress`, level)
  return `${level}: chats of ${network.name} see ${meanings[level]}.`
}

/** Returns the level after this one. After `log`, which chats do not see, that is the first level. */
function after(level: Level | 'log'): Level {
  const index = level === 'log' ? -1 : levels.indexOf(level)
  return levels[(index + 1) % levels.length] ?? 'off'
}

function isLevel(word: string): word is Level {
  return Object.hasOwn(meanings, word)
}

/** The entry of `/verbose` in the list of commands. The inbox answers it, because it knows the network. */
export const verboseCommand: Command = {
  name: 'verbose',
  usage: '[off | new | all | verbose]',
  description: 'show more or less of the tools of a turn',
  category: 'settings',
  surfaces: ['chat'],
  who: 'admin',
  run: async () => ({ type: 'error', text: 'Write /verbose in a chat of the network.' }),
}
