import { isSection, type Section } from '../../../schema/section.js'
import { foreignToolsets } from './foreign-settings.js'

export interface ConvertedToolsets {
  readonly names: readonly unknown[]
  /** Those that do not exist here. */
  readonly gone: readonly string[]
}

/** The toolsets there that are called otherwise here. */
const otherNames: Readonly<Record<string, string>> = {
  'hermes-acp': 'hermes-api-server',
  'hermes-webhook': 'safe',
  no_mcp: '-mcp-*',
  search: 'web_search',
}

/** Bundles of both programs. */
const bundles: ReadonlySet<string> = new Set(['hermes-cli', 'hermes-api-server'])

/**
 * The toolsets here for a list of there. What does not exist here is left out; the bundle of a surface is that of the terminal.
 * @param servers The MCP servers, whose tools belong to a bundle there.
 */
export function toToolsets(names: readonly unknown[], servers: unknown): ConvertedToolsets {
  const known = isSection(servers) ? servers : {}
  const gone = names.filter((name): name is string => typeof name === 'string' && foreignToolsets.has(name))
  const kept = names.filter((name) => !gone.some((each) => each === name)).map((name) => toToolset(name, known))
  return { names: [...new Set(kept)], gone }
}

/** Whether only the Hermes Agent in Python can have written a list. */
export function isForeignList(names: readonly unknown[]): boolean {
  return names.some((name) => toToolset(name, {}) !== name || (typeof name === 'string' && foreignToolsets.has(name)))
}

/** The same list with the tools of MCP servers, which a bundle there has unless the list names one or none. */
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
