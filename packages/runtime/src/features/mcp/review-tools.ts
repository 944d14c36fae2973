import { createHash } from 'node:crypto'
import { HermesError, type ToolContext } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import { canonicalJson } from '@hermes/core/wiring'
import type { PendingTool } from './agreements.js'

/** Asks a person to agree to tools of a server. Resolves to whether they did. */
export type ReviewTools = (tools: readonly PendingTool[], context: ToolContext) => Promise<boolean>

const agreeChoice = 'Agree to these tools'
const refuseChoice = 'Leave them out'

/** A question is open as long as that of an approval that nobody answers at once. */
const timeoutMs = 300_000

/** Longer questions are not read: the tools are reviewed one by one. */
export const longestReview = 12_000

export function createReview(server: string, questions: QuestionDesk): ReviewTools {
  return async (tools, { sessionId, signal, run }) => {
    const text = describeReview(server, tools)
    const outcome = await questions.ask(
      {
        kind: 'clarification',
        sessionId,
        text,
        reasons: [],
        choices: [agreeChoice, refuseChoice],
        fingerprint: createHash('sha256').update(text).digest('hex'),
        timeoutMs,
      },
      { signal, ...(run && { run }) },
    )
    if (outcome.status === 'answered') return 'text' in outcome.answer && outcome.answer.text === agreeChoice
    throw new HermesError(
      'mcp/not-agreed',
      `Nobody was there to agree to tools of the MCP server "${server}": they are not available until a person has.`,
      { remedy: { type: 'review-server', server } },
    )
  }
}

/** Everything that a model would read of the tools, for a person. */
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
