import type { McpEndpoint, McpServerSettings } from '@hermes/mcp'
import { expandTilde } from '../../home/home-paths.js'
import type { McpServerConfig } from '../../schema/features/mcp.js'

/** The settings of a server from its section of the config. `home`: the user's folder, for `~`. */
export function toServerSettings(name: string, config: McpServerConfig, home: string): McpServerSettings {
  const { include, exclude, resources, prompts } = config.tools
  return {
    name,
    endpoint: toEndpoint(config, home),
    toolset: config.toolset ?? `mcp-${name}`,
    ...(include && { include }),
    exclude,
    trust: config.trust,
    timeoutMs: config.timeout * 1000,
    connectTimeoutMs: config.connect_timeout * 1000,
    keepaliveMs: config.keepalive_interval * 1000,
    isParallel: config.supports_parallel_tool_calls,
    hasResources: resources,
    hasPrompts: prompts,
    mayElicit: config.elicitation,
    maySample: config.sampling,
    getsRoots: config.roots,
  }
}

function toEndpoint({ command, args, env, cwd, url, headers, transport }: McpServerConfig, home: string): McpEndpoint {
  // The schema requires one of the two.
  if (command === undefined) return { kind: transport, url: url ?? '', headers }
  return {
    kind: 'stdio',
    command: expandTilde(command, home),
    args,
    variables: env,
    ...(cwd !== undefined && { workingDirectory: expandTilde(cwd, home) }),
  }
}
