import type { ContentOrigin, JsonObject, Tool } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { McpServer } from '../server/mcp-server.js'
import { normalizeSchema } from '../wire/normalize-schema.js'
import type { RemoteTool } from '../wire/remote-tool.js'
import type { McpServerSettings } from '../wire/settings.js'
import { assessRemote } from './assess-remote.js'

/** Maximum length of results for the model, in characters. Longer ones are cut. */
export const longestResult = 50_000

/**
 * Converts a tool of a server to a tool of the agent. Its results are untrusted. A call fails with `mcp/changed` when
 * the server has changed the tool.
 */
export function toTool(server: McpServer, name: string, remote: RemoteTool): Tool {
  const { settings } = server
  return {
    name,
    description: remote.description,
    parameters: normalizeSchema(remote.parameters),
    ...remoteTraits(settings),
    effect: effectOf(settings, remote),
    assess: assessRemote(settings, name, isBelievedReadOnly(settings, remote)),
    run: (args, context) => server.callTool(remote.name, toArguments(args), context, remote),
  }
}

/** Returns what all tools of a server have in common. */
export function remoteTraits({ name, toolset, isParallel }: McpServerSettings) {
  const origin: ContentOrigin = { kind: 'mcp', name }
  return {
    toolset,
    concurrency: isParallel ? 'safe' : 'never',
    isDeferrable: true,
    isUntrusted: true,
    // The origin of its results. A person has agreed to the descriptions.
    origins: () => [origin],
    maxResultChars: longestResult,
  } as const
}

/** Returns the effect of a tool. Servers describe their tools themselves, so only a trusted server is believed. */
function effectOf(settings: McpServerSettings, { isReadOnly, isIdempotent }: RemoteTool): Tool['effect'] {
  if (settings.trust !== 'full') return 'once'
  if (isReadOnly) return 'read'
  return isIdempotent ? 'idempotent' : 'once'
}

function isBelievedReadOnly({ trust }: McpServerSettings, { isReadOnly }: RemoteTool): boolean {
  return trust === 'full' && isReadOnly
}

/** Converts the arguments of a call, which must be a JSON object. */
export function toArguments(args: unknown): JsonObject {
  return isRecord(args) ? (args as JsonObject) : {}
}
