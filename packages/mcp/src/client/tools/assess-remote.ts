import { type AssessCall, alwaysRuns } from '@hermes/core'
import type { McpServerSettings } from '../wire/settings.js'

/** Assesses calls of a server's tools. They are asked about, unless they are known to change nothing. */
export function assessRemote({ name: server }: McpServerSettings, tool: string, isReadOnly: boolean): AssessCall {
  if (isReadOnly) return alwaysRuns
  const reason = `The tool "${tool}" of the MCP server "${server}" may change something.`
  return async () => ({
    verdict: 'ask',
    reasons: [reason],
    consent: { text: `calls of "${tool}"`, keys: [reason] },
    outward: [{ kind: 'sends', does: `call "${tool}" of the MCP server "${server}"` }],
  })
}
