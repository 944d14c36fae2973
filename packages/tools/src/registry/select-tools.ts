import { ConfigError, type Tool } from '@hermes/core'
import { didYouMean } from './did-you-mean.js'
import { type Toolsets, toolsets } from './toolset-table.js'

export interface SelectOptions {
  /** Bundles of the user's own, over {@link toolsets}. */
  readonly custom?: Toolsets
  /** Taken away last, whatever named them. */
  readonly disabled?: readonly string[]
}

/**
 * The tools that a list of names stands for, in the order of `tools`. A name is a toolset, a bundle of toolsets, or a single
 * tool. `all` or `*` means every toolset, `mcp-*` those whose names begin so. A `-` before a name takes it away again,
 * wherever in the list it stands; a list that only takes away begins with all.
 * @throws {ConfigError} when a name is none of these; the message names the nearest ones.
 */
export function selectTools(
  tools: readonly Tool[],
  names: readonly string[],
  { custom = {}, disabled = [] }: SelectOptions = {},
): readonly Tool[] {
  const isOnlyMinus = names.length > 0 && names.every(isMinus)
  const known: KnownNames = {
    tools,
    bundles: { ...toolsets, ...custom },
    single: new Set([...tools.map(({ toolset }) => toolset), ...bundled]),
  }
  const wanted = expandList(isOnlyMinus ? ['all', ...names] : names, known).difference(expandList(disabled, known))
  return tools.filter((tool) => wanted.has(tool))
}

/** Toolsets of bundles. One may be empty in an installation: it is a name all the same. */
const bundled = Object.values(toolsets)
  .flat()
  .map((name) => name.replace(/^-/, ''))
  .filter((name) => !Object.hasOwn(toolsets, name))

interface KnownNames {
  readonly tools: readonly Tool[]
  readonly bundles: Toolsets
  /** Toolsets that are no bundles. */
  readonly single: ReadonlySet<string>
}

/** `within`: the bundles that the list belongs to. */
function expandList(names: readonly string[], known: KnownNames, within: readonly string[] = []): Set<Tool> {
  const union = (list: readonly string[]) => new Set(list.flatMap((name) => [...expand(name, known, within)]))
  const added = union(names.filter((name) => !isMinus(name)))
  return added.difference(union(names.filter(isMinus).map((name) => name.slice(1))))
}

function expand(name: string, known: KnownNames, within: readonly string[]): Iterable<Tool> {
  const { tools, bundles, single } = known
  if (name === 'all' || name.includes('*')) return matching(name === 'all' ? '*' : name, tools)
  const members = Object.hasOwn(bundles, name) ? bundles[name] : undefined
  if (members && !within.includes(name)) return expandList(members, known, [...within, name])
  if (single.has(name)) return tools.filter(({ toolset }) => toolset === name)
  if (members) throw new ConfigError('toolsets', `The toolset "${name}" contains itself: remove it from its own list.`)
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool) return [tool]
  throw unknownToolset(name, known)
}

/** A pattern that fits nothing is no mistake: the server that it is for may be away. */
function matching(pattern: string, tools: readonly Tool[]): readonly Tool[] {
  const pieces = pattern.split('*').map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const spelling = new RegExp(`^${pieces.join('.*')}$`)
  return tools.filter(({ toolset }) => spelling.test(toolset))
}

function isMinus(name: string): boolean {
  return name.startsWith('-')
}

function unknownToolset(name: string, { tools, bundles, single }: KnownNames): ConfigError {
  const valid = [...single, ...Object.keys(bundles), 'all'].sort()
  // One for each place that people talk from: too many for a sentence.
  const [ofSurfaces, others] = [valid.filter(isOfSurface), valid.filter((other) => !isOfSurface(other))]
  const list = ` The toolsets are ${others.join(', ')}, and ${ofSurfaces.slice(0, 3).join(', ')} and so on.`
  const hint = didYouMean(name, [...valid, ...tools.map((tool) => tool.name)])
  return new ConfigError('toolsets', `There is no toolset "${name}".${hint || list}`)
}

function isOfSurface(name: string): boolean {
  return name.startsWith('hermes-')
}
