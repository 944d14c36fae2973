import { ConfigError, type Tool } from '@hermes/core'
import { didYouMean } from './did-you-mean.js'
import { type Toolsets, toolsets } from './toolset-table.js'

export interface SelectOptions {
  /** Bundles defined by the user, which override {@link toolsets}. */
  readonly custom?: Toolsets
  /** Names that are removed last, however they were selected. */
  readonly disabled?: readonly string[]
}

/**
 * Resolves names to tools, in the order of `tools`. A name is a toolset, a bundle of toolsets, or a tool. `all` and `*`
 * mean every toolset, and `mcp-*` means every toolset with that prefix. A `-` before a name removes it, at any
 * position. A list with only removals starts with all.
 *
 * @throws {ConfigError} for an unknown name, with suggestions.
 */
export function selectTools<Selected extends ToolIdentity>(
  tools: readonly Selected[],
  names: readonly string[],
  { custom = {}, disabled = [] }: SelectOptions = {},
): readonly Selected[] {
  const isOnlyMinus = names.length > 0 && names.every(isMinus)
  const known: KnownNames<Selected> = {
    tools,
    bundles: { ...toolsets, ...custom },
    single: new Set([...tools.map(({ toolset }) => toolset), ...bundled]),
  }
  const wanted = expandList(isOnlyMinus ? ['all', ...names] : names, known).difference(expandList(disabled, known))
  return tools.filter((tool) => wanted.has(tool))
}

/** Toolsets in bundles, which are valid names even when this installation has no tools for them. */
const bundled = Object.values(toolsets)
  .flat()
  .map((name) => name.replace(/^-/, ''))
  .filter((name) => !Object.hasOwn(toolsets, name))

/** Properties of a tool that a selection needs. */
export type ToolIdentity = Pick<Tool, 'name' | 'toolset'>

interface KnownNames<Selected extends ToolIdentity> {
  readonly tools: readonly Selected[]
  readonly bundles: Toolsets
  /** Toolsets that are not bundles. */
  readonly single: ReadonlySet<string>
}

/** Expands a list of names. `within` are the bundles that contain the list. */
function expandList<Selected extends ToolIdentity>(
  names: readonly string[],
  known: KnownNames<Selected>,
  within: readonly string[] = [],
): Set<Selected> {
  const union = (list: readonly string[]) => new Set(list.flatMap((name) => [...expand(name, known, within)]))
  const added = union(names.filter((name) => !isMinus(name)))
  return added.difference(union(names.filter(isMinus).map((name) => name.slice(1))))
}

function expand<Selected extends ToolIdentity>(
  name: string,
  known: KnownNames<Selected>,
  within: readonly string[],
): Iterable<Selected> {
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

/** Returns the tools whose toolset matches a pattern. It may match nothing, because its server may be unavailable. */
function matching<Selected extends ToolIdentity>(pattern: string, tools: readonly Selected[]): readonly Selected[] {
  const pieces = pattern.split('*').map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const spelling = new RegExp(`^${pieces.join('.*')}$`)
  return tools.filter(({ toolset }) => spelling.test(toolset))
}

function isMinus(name: string): boolean {
  return name.startsWith('-')
}

function unknownToolset(name: string, { tools, bundles, single }: KnownNames<ToolIdentity>): ConfigError {
  const valid = [...single, ...Object.keys(bundles), 'all'].sort()
  // There is one toolset per surface, which is too many for a message.
  const [ofSurfaces, others] = [valid.filter(isOfSurface), valid.filter((other) => !isOfSurface(other))]
  const list = ` The toolsets are ${others.join(', ')}, and ${ofSurfaces.slice(0, 3).join(', ')} and so on.`
  const hint = didYouMean(name, [...valid, ...tools.map((tool) => tool.name)])
  return new ConfigError('toolsets', `There is no toolset "${name}".${hint || list}`)
}

function isOfSurface(name: string): boolean {
  return name.startsWith('hermes-')
}
