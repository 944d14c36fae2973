import { isDeepStrictEqual } from 'node:util'
import { isSection, type Section } from '../../../schema/section.js'
import { toLogLevel } from '../../document/to-log-level.js'
import { valueIn } from '../../document/value-at.js'
import { withSetting } from '../config-layers.js'
import { isForeignList, toToolsets, withServers } from './to-toolsets.js'

/** A value that only the Hermes Agent in Python has, and its replacement. */
export interface ReplacedValue {
  readonly path: readonly string[]
  readonly value: unknown
  /** What is used instead, as the end of the sentence "... is not a value here: ". */
  readonly instead: string
}

/** Replaces values of the Hermes Agent in Python where starting without them is safe. Others are left for validation to report. */
export function withKnownValues(given: Section): {
  readonly values: Section
  readonly replaced: readonly ReplacedValue[]
} {
  const replaced = [...simpleValues(given), ...efforts(given), ...pools(given), ...fallbacks(given), ...toolsets(given)]
  const values = replaced.reduce((changed, { path, value }) => withSetting(changed, path, value), given)
  return { values, replaced }
}

function simpleValues(given: Section): readonly ReplacedValue[] {
  const found: ReplacedValue[] = []
  if (valueIn(given, ['prompt_caching', 'cache_ttl']) === 'auto') {
    found.push({ path: ['prompt_caching', 'cache_ttl'], value: '5m', instead: '5m is used; 1h and off are the others' })
  }
  const level = valueIn(given, ['logging', 'level'])
  const here = typeof level === 'string' ? toLogLevel(level) : level
  if (here !== level) {
    found.push({ path: ['logging', 'level'], value: here, instead: `${here} is used` })
  }
  return found
}

/** Replaces an effort that Hermes lacks. The highest one is `max`. */
function efforts(given: Section): readonly ReplacedValue[] {
  return [['agent'], ...tasksIn(given)]
    .map((section) => [...section, 'reasoning_effort'])
    .filter((path) => valueIn(given, path) === 'ultra')
    .map((path) => ({ path, value: 'max', instead: 'max, the highest, is used' }))
}

function pools({ credential_pool_strategies: strategies }: Section): readonly ReplacedValue[] {
  if (!isSection(strategies)) return []
  return Object.entries(strategies)
    .filter(([, strategy]) => strategy === 'quota_aware')
    .map(([provider]) => ({
      path: ['credential_pool_strategies', provider],
      value: 'fill_first',
      instead: 'fill_first is used; least_used is another one',
    }))
}

function tasksIn({ auxiliary }: Section): readonly (readonly string[])[] {
  return isSection(auxiliary) ? Object.keys(auxiliary).map((task) => ['auxiliary', task]) : []
}

/** Fields of an entry in a provider chain that only the Python program has. */
const foreignOfEntries: ReadonlySet<string> = new Set(
  'context_length extra_body reasoning_echo request_overrides supports_vision timeout'.split(' '),
)

function fallbacks(given: Section): readonly ReplacedValue[] {
  const paths = [
    ['fallback_providers'],
    ['delegation', 'fallback_providers'],
    ...tasksIn(given).map((task) => [...task, 'fallback_chain']),
  ]
  return paths.flatMap((path): readonly ReplacedValue[] => {
    const chain = valueIn(given, path)
    if (!Array.isArray(chain)) return []
    const names = chain.flatMap((entry: unknown) => (isSection(entry) ? Object.keys(entry) : []))
    const lost = new Set(names.filter((name) => foreignOfEntries.has(name)))
    if (lost.size === 0) return []
    const value = chain.map((entry: unknown) => {
      if (!isSection(entry)) return entry
      return Object.fromEntries(Object.entries(entry).filter(([name]) => !lost.has(name)))
    })
    const instead = lost.has('context_length')
      ? 'context_length of an entry belongs to model_overrides'
      : `an entry has no ${[...lost].join(' and no ')} here`
    return [{ path, value, instead }]
  })
}

function toolsets(given: Section): readonly ReplacedValue[] {
  const { platform_toolsets: ofSurfaces, custom_toolsets: custom } = given
  const bundles = isSection(custom) ? Object.entries(custom) : []
  const sections = bundles.flatMap(([name, bundle]): readonly ReplacedValue[] => {
    if (!isSection(bundle)) return []
    const value = [bundle.tools, bundle.includes].flatMap((list) => (Array.isArray(list) ? list : []))
    return [{ path: ['custom_toolsets', name], value, instead: 'its tools are used; a bundle is a list here' }]
  })
  const surfaces = isSection(ofSurfaces) ? Object.keys(ofSurfaces) : []
  const lists = [['toolsets'], ...surfaces.map((surface) => ['platform_toolsets', surface])]
  const others = [
    ['delegation', 'default_toolsets'],
    ['agent', 'disabled_toolsets'],
  ]
  return [
    ...sections,
    ...lists.flatMap((path) => namesIn(given, path, true)),
    ...others.flatMap((path) => namesIn(given, path, false)),
  ]
}

/**
 * Replaces the names in a list of toolsets.
 * @param isWhole Whether the list has all that an agent gets, so that a bundle of the Python program includes the tools of MCP servers.
 */
function namesIn(given: Section, path: readonly string[], isWhole: boolean): readonly ReplacedValue[] {
  const list = valueIn(given, path)
  if (!Array.isArray(list)) return []
  const { names, unknown } = toToolsets(list, given.mcp_servers)
  const isOfPython = '_config_version' in given || isForeignList(list)
  const hasServers = isSection(given.mcp_servers) && Object.keys(given.mcp_servers).length > 0
  const value = isWhole && isOfPython && hasServers ? withServers(names) : names
  if (isDeepStrictEqual(value, list)) return []
  const [one] = path
  const use = one === 'agent' ? 'to disable' : 'here'
  const lost = unknown.length === 0 ? [] : [`there is no ${unknown.join(', ')} ${use}`]
  const shown = value.length === 0 ? 'no toolset is left' : `${value.join(', ')} is used`
  return [{ path, value, instead: [...lost, ...(one === 'agent' ? [] : [shown])].join('; ') || shown }]
}
