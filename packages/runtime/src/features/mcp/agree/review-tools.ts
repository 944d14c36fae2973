import { canonicalJson } from '@hermes/core/wiring'
import type { AgreeChoices } from './ask-to-agree.js'
import type { PendingTool } from './tool-agreements.js'

export const toolChoices: AgreeChoices = { agree: 'Agree to these tools', refuse: 'Leave them out' }

/** The maximum number of characters of a review. People do not read longer questions, so tools are then reviewed one by one. */
export const longestReview = 12_000

/** Describes everything that a model would read about the tools, for a person. */
export function describeReview(server: string, tools: readonly PendingTool[]): string {
  const changed = tools.filter(({ status }) => status === 'changed').length
  const what = [
    tools.length > changed ? `${counted(tools.length - changed)} that you have not agreed to yet` : '',
    changed === 1 ? 'a tool that has changed since you agreed to it' : '',
    changed > 1 ? `${changed} tools that have changed since you agreed to them` : '',
  ].filter(Boolean)
  return [`The MCP server "${server}" offers ${what.join(' and ')}.`, ...tools.map(describeTool)].join('\n\n')
}

function counted(tools: number): string {
  return tools === 1 ? 'a tool' : `${tools} tools`
}

function describeTool({ tool, status, findings }: PendingTool): string {
  return [
    `${tool.name} (${status})`,
    ...(findings.length > 0 ? [`WARNING: its text tries to steer the agent: ${findings.join(', ')}.`] : []),
    tool.description,
    `Parameters: ${canonicalJson(tool.parameters)}`,
  ].join('\n')
}
