import type { McpEndpoint, McpServerSettings, RegisteredClient } from '@hermes/mcp'
import { expandTilde } from '../../home/home-paths.js'
import type { McpServerConfig } from '../../schema/features/mcp.js'
import { toMs } from '../../schema/to-ms.js'

/**
 * Converts the config section of a server to its settings.
 * @param home The user's folder, for `~`.
 */
export function toServerSettings(name: string, config: McpServerConfig, home: string): McpServerSettings {
  const { include, exclude, resources, prompts } = config.tools
  return {
    name,
    endpoint: toEndpoint(config, home),
    toolset: config.toolset ?? `mcp-${name}`,
    ...(include && { include }),
    exclude,
    trust: config.trust,
    timeoutMs: toMs(config.timeout),
    connectTimeoutMs: toMs(config.connect_timeout),
    keepaliveMs: toMs(config.keepalive_interval),
    isParallel: config.supports_parallel_tool_calls,
    hasResources: resources,
    hasPrompts: prompts,
    mayElicit: config.elicitation,
    maySample: config.sampling,
    getsRoots: config.roots,
  }
}

function toEndpoint(config: McpServerConfig, home: string): McpEndpoint {
  const { command, args, env, cwd, url, headers, transport } = config
  // The schema requires one of the two.
  if (command === undefined) return { kind: transport, url: url ?? '', headers, login: toClient(config) }
  return {
    kind: 'stdio',
    command: expandTilde(command, home),
    args,
    variables: env,
    ...(cwd !== undefined && { workingDirectory: expandTilde(cwd, home) }),
  }
}

/** Returns the client for a login. */
export function toClient({ oauth }: Pick<McpServerConfig, 'oauth'>): RegisteredClient {
  const { client_id: id, client_secret: secret, scope, callback_port: port } = oauth
  return {
    ...(id !== undefined && { id }),
    ...(secret !== undefined && { secret }),
    ...(scope !== undefined && { scope }),
    port,
  }
}
