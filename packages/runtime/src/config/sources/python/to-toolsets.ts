import { isSection, type Section } from '../../../schema/section.js'
import { foreignToolsets } from './foreign-settings.js'

export interface ConvertedToolsets {
  readonly names: readonly unknown[]
  /** The toolsets that do not exist in Hermes. */
  readonly unknown: readonly string[]
}

/** The toolsets of the Python program that have other names in Hermes. */
const otherNames: Readonly<Record<string, string>> = {
  'hermes-acp': 'hermes-api-server',
  'hermes-webhook': 'safe',
  no_mcp: '-mcp-*',
  search: 'web_search',
}

/** Bundles that both programs have. */
const bundles: ReadonlySet<string> = new Set(['hermes-cli', 'hermes-api-server'])

/**
 * Converts a list of toolsets. What does not exist in Hermes is left out, and the bundle of a surface becomes that of the terminal.
 * @param servers The MCP servers, whose tools belong to a bundle in the Python program.
 */
export function toToolsets(names: readonly unknown[], servers: unknown): ConvertedToolsets {
  const known = isSection(servers) ? servers : {}
  const unknown = names.filter((name): name is string => typeof name === 'string' && foreignToolsets.has(name))
  const kept = names.filter((name) => !unknown.some((each) => each === name)).map((name) => toToolset(name, known))
  return { names: [...new Set(kept)], unknown }
}

/** Whether only the Hermes Agent in Python can have written a list. */
export function isForeignList(names: readonly unknown[]): boolean {
  return names.some((name) => toToolset(name, {}) !== name || (typeof name === 'string' && foreignToolsets.has(name)))
}

/** Adds the tools of MCP servers to a list. In the Python program, a bundle has them unless the list names a server or excludes them all. */
export function withServers(names: readonly unknown[]): readonly unknown[] {
  const hasBundle = names.some((name) => bundles.has(String(name)))
  const namesServers = names.some((name) => /^-?mcp-/.test(String(name)))
  return hasBundle && !namesServers ? [...names, 'mcp-*'] : names
}

function toToolset(name: unknown, servers: Section): unknown {
  if (typeof name !== 'string') return name
  if (Object.hasOwn(otherNames, name)) return otherNames[name]
  if (Object.hasOwn(servers, name)) return `mcp-${name}`
  return /^hermes-/.test(name) && !bundles.has(name) ? 'hermes-cli' : name
}
