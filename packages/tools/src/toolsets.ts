import { ConfigError, type Tool } from '@hermes/core'
import { didYouMean } from './nearest.js'

/** Toolsets that stand for others, by name. */
export type Toolsets = Readonly<Record<string, readonly string[]>>

/** What tools of Hermes and its extensions call their toolset. Each may be empty in a given installation. */
export const knownToolsets: readonly string[] = [
  'browser',
  'clarify',
  'code_execution',
  'cronjob',
  'delegation',
  'file',
  'homeassistant',
  'image_gen',
  'kanban',
  'memory',
  'search',
  'session_search',
  'skills',
  'terminal',
  'todo',
  'tts',
  'video',
  'vision',
  'web',
]

/** What a person at a terminal gets, and the bundles that a config or `--toolsets` may name. */
export const toolsets: Toolsets = {
  'hermes-cli': [
    'terminal',
    'file',
    'web',
    'vision',
    'skills',
    'memory',
    'session_search',
    'todo',
    'clarify',
    'code_execution',
    'delegation',
    'cronjob',
    'browser',
    'image_gen',
    'tts',
    'homeassistant',
  ],
  coding: ['terminal', 'file', 'todo', 'clarify', 'session_search'],
  debugging: ['terminal', 'web', 'file'],
  safe: ['web', 'vision', 'image_gen'],
}

/** Belongs to workers of a board and makes no sense elsewhere: has to be named. */
const onlyByName: readonly string[] = ['kanban']

export interface SelectOptions {
  /** Bundles of the user's own, over {@link toolsets}. */
  readonly custom?: Toolsets
  /** Taken away last, whatever named them. */
  readonly disabled?: readonly string[]
}

/**
 * The tools of the named toolsets, in the order of `tools`. `all` or `*` means every toolset.
 * @throws {ConfigError} when a name is no toolset; the message names the nearest ones.
 */
export function selectTools(
  tools: readonly Tool[],
  names: readonly string[],
  { custom = {}, disabled = [] }: SelectOptions = {},
): readonly Tool[] {
  const bundles = { ...toolsets, ...custom }
  const single = new Set([...knownToolsets, ...tools.map((tool) => tool.toolset)])
  const expandAll = (list: readonly string[]) => new Set(list.flatMap((name) => expand(name, { bundles, single })))
  const wanted = expandAll(names)
  const unwanted = expandAll(disabled)
  return tools.filter(({ toolset }) => wanted.has(toolset) && !unwanted.has(toolset))
}

interface Names {
  readonly bundles: Toolsets
  readonly single: ReadonlySet<string>
}

function expand(name: string, names: Names, within: readonly string[] = []): readonly string[] {
  if (name === 'all' || name === '*') return [...names.single].filter((toolset) => !onlyByName.includes(toolset))
  const members = Object.hasOwn(names.bundles, name) ? names.bundles[name] : undefined
  if (members && !within.includes(name)) return members.flatMap((member) => expand(member, names, [...within, name]))
  if (names.single.has(name)) return [name]
  if (members) throw new ConfigError('toolsets', `The toolset "${name}" contains itself: remove it from its own list.`)
  throw unknownToolset(name, names)
}

function unknownToolset(name: string, { bundles, single }: Names): ConfigError {
  const valid = [...single, ...Object.keys(bundles), 'all'].sort()
  const hint = didYouMean(name, valid) || ` The toolsets are ${valid.join(', ')}.`
  return new ConfigError('toolsets', `There is no toolset "${name}".${hint}`)
}
