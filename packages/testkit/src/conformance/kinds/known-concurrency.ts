import type { PathScope, Tool } from '@hermes/core'
import { pathScoped } from '@hermes/tools'

/** The concurrency of tools by name, because cases contain only names. `parallelMcpServers` are the servers that opted in. */
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

/** A call with several files must be applied atomically. */
const patchScoped: PathScope<unknown> = {
  paths: (args) => (isPatchOfSeveral(args) ? [] : pathScoped.paths(args)),
}

function isPatchOfSeveral(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'mode' in args && args.mode === 'patch'
}

/** Read-only tools without state shared between calls. */
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

/** The name prefix of a server's tools, with invalid characters replaced. */
function mcpPrefixes(server: string): string[] {
  const plain = server.replace(/[^A-Za-z0-9_-]/g, '_')
  const spellings = new Set([plain, plain.replaceAll('-', '_')])
  return [...spellings].flatMap((spelling) => [`mcp__${spelling}__`, `mcp_${spelling}_`])
}
