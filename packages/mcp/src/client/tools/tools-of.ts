import type { Tool } from '@hermes/core'
import type { McpServer } from '../server/mcp-server.js'
import type { Listing, RemoteTool } from '../wire/remote-tool.js'
import { resourceToolNames, resourceTools } from './resource-tools.js'
import { toTool } from './to-tool.js'
import { toolNames } from './tool-names.js'

/** A tool of a server, before and after its conversion. */
export interface ServerTool {
  /** The tool on the server. Absent for the tools that read resources, which are not the server's own. */
  readonly remote?: RemoteTool
  readonly tool: Tool
}

/** Returns the tools that the settings of a server select from a list. */
export function toolsOf(server: McpServer, { tools, hasResources }: Pick<Listing, 'tools' | 'hasResources'>) {
  const { settings } = server
  const { include, exclude = [] } = settings
  const wanted = tools.filter(({ name }) => (!include || include.includes(name)) && !exclude.includes(name))
  const own = new Set(wanted.map(({ name }) => name))
  const added = hasResources && settings.hasResources ? resourceToolNames.filter((name) => !own.has(name)) : []
  const names = toolNames(settings.name, [...own, ...added])
  const remote: readonly ServerTool[] = wanted.map((each) => ({
    remote: each,
    tool: toTool(server, names.get(each.name) ?? each.name, each),
  }))
  if (added.length < resourceToolNames.length) return remote
  return [...remote, ...resourceTools(server, names).map((tool): ServerTool => ({ tool }))]
}
