import type { Tool } from '@hermes/core'
import { HermesError } from '@hermes/core'
import type { McpServer } from '../server/mcp-server.js'
import { assessRemote } from './assess-remote.js'
import { remoteTraits, toArguments } from './to-tool.js'

/** The names of {@link resourceTools} on a server. The server's own tools take precedence over them. */
export const resourceToolNames = ['list_resources', 'read_resource'] as const

/**
 * Creates two tools that list and read the resources of a server. They only read, so those of a trusted server run
 * without a question.
 */
export function resourceTools(server: McpServer, names: ReadonlyMap<string, string>): readonly Tool[] {
  const { settings } = server
  const isTrusted = settings.trust === 'full'
  const [list, read] = resourceToolNames.map((name) => names.get(name) ?? name)
  const common = (name: string) => ({
    ...remoteTraits(settings),
    effect: isTrusted ? ('read' as const) : ('once' as const),
    assess: assessRemote(settings, name, isTrusted),
    changesFiles: false,
  })
  return [
    {
      name: list ?? '',
      description: `List the resources of the MCP server "${settings.name}".`,
      parameters: { type: 'object', properties: {} },
      ...common(list ?? ''),
      run: async (_, context) => {
        const resources = await server.listResources(context)
        return resources.map((resource) => JSON.stringify(resource)).join('\n') || 'There are no resources.'
      },
    },
    {
      name: read ?? '',
      description: `Read a resource of the MCP server "${settings.name}" by its URI.`,
      parameters: { type: 'object', properties: { uri: { type: 'string' } }, required: ['uri'] },
      ...common(read ?? ''),
      run: async (args, context) => {
        const { uri } = toArguments(args)
        if (typeof uri !== 'string') throw new HermesError('mcp/refused', 'A resource is read by its URI.')
        return { content: await server.readResource(uri, context) }
      },
    },
  ]
}
