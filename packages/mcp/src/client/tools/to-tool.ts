import type { ContentOrigin, JsonObject, Tool } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { McpServer } from '../server/mcp-server.js'
import { normalizeSchema } from '../wire/normalize-schema.js'
import type { RemoteTool } from '../wire/remote-tool.js'
import type { McpServerSettings } from '../wire/settings.js'
import { assessRemote } from './assess-remote.js'

/** Longer results are cut for the model, in characters. */
export const longestResult = 50_000

/** A tool of a server as the agent has it. Its results are untrusted. A call fails with `mcp/changed` when the server has changed it. */
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

/** What all tools of a server have in common. */
export function remoteTraits({ name, toolset, isParallel }: McpServerSettings) {
  const origin: ContentOrigin = { kind: 'mcp', name }
  return {
    toolset,
    concurrency: isParallel ? 'safe' : 'never',
    isDeferrable: true,
    isUntrusted: true,
    // Of its results: a person has agreed to the descriptions.
    origins: () => [origin],
    maxResultChars: longestResult,
  } as const
}

/** A server says itself what its tools do, so that only a trusted one is believed. */
function effectOf(settings: McpServerSettings, { isReadOnly, isIdempotent }: RemoteTool): Tool['effect'] {
  if (settings.trust !== 'full') return 'once'
  if (isReadOnly) return 'read'
  return isIdempotent ? 'idempotent' : 'once'
}

function isBelievedReadOnly({ trust }: McpServerSettings, { isReadOnly }: RemoteTool): boolean {
  return trust === 'full' && isReadOnly
}

/** The arguments of a call are a JSON object. */
export function toArguments(args: unknown): JsonObject {
  return isRecord(args) ? (args as JsonObject) : {}
}
