import type { PathScope, Tool } from '@hermes/core'
import { pathScoped } from '@hermes/tools'

/**
 * How the tools that cases name may run: a case brings names and no tools. `parallelMcpServers` are the servers that opted in.
 */
export function knownConcurrency(
  name: string,
  { parallelMcpServers = [] }: { readonly parallelMcpServers?: readonly string[] } = {},
): Tool['concurrency'] | undefined {
  if (name === 'patch') return patchScoped
  if (pathScopedTools.includes(name)) return pathScoped
  if (safeTools.includes(name)) return 'safe'
  const fromServer = parallelMcpServers.some((server) =>
    mcpPrefixes(server).some((prefix) => name.startsWith(prefix) && name.length > prefix.length),
  )
  return fromServer ? 'safe' : undefined
}

const pathScopedTools: readonly string[] = ['read_file', 'write_file']

/** Several files at once are all or nothing. */
const patchScoped: PathScope<unknown> = {
  paths: (args) => (isPatchOfSeveral(args) ? [] : pathScoped.paths(args)),
}

function isPatchOfSeveral(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'mode' in args && args.mode === 'patch'
}

/** They only read, and share nothing that changes between calls. */
const safeTools: readonly string[] = [
  'ha_get_state',
  'ha_list_entities',
  'ha_list_services',
  'search_files',
  'session_search',
  'skill_view',
  'skills_list',
  'vision_analyze',
  'web_extract',
  'web_search',
]

/** The names of a server's tools begin so, with what a tool's name cannot hold replaced. */
function mcpPrefixes(server: string): string[] {
  const plain = server.replace(/[^A-Za-z0-9_-]/g, '_')
  const spellings = new Set([plain, plain.replaceAll('-', '_')])
  return [...spellings].flatMap((spelling) => [`mcp__${spelling}__`, `mcp_${spelling}_`])
}
