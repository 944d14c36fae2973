import { randomUUID } from 'node:crypto'
import { type AssessCall, defineTool, type SessionStore, type Tool } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import * as z from 'zod'
import { putMessage } from './message-queue.js'
import { parseTarget } from './parse-target.js'
import { type ReachSettings, refusalOfTarget } from './reach.js'

const parameters = z.object({
  target: z.string().describe('"telegram" (its home chat), "telegram:CHAT" or "telegram:CHAT:THREAD".'),
  text: z.string().min(1),
})

export interface SendMessageOptions {
  readonly queue: Pick<WorkQueue, 'put'>
  readonly sessions: Pick<SessionStore['sessions'], 'get'>
  /** Those of the networks that are enabled. */
  readonly platforms: ReachSettings
}

/** The tool `send_message`: writes to a chat other than the one of the conversation. */
export function sendMessageTool({ queue, sessions, platforms }: SendMessageOptions): Tool {
  return defineTool({
    name: 'send_message',
    toolset: 'messaging',
    description: `Send a message to another chat. Networks: ${Object.keys(platforms).join(', ')}. Your answer itself needs no call. A line MEDIA:/absolute/path sends a file.`,
    parameters,
    effect: 'once',
    concurrency: 'never',
    changesFiles: false,
    delegable: false,
    assess,
    summarize: ({ target }) => String(target),
    async run({ target, text }, { sessionId }) {
      const parsed = parseTarget(target, platforms)
      const session = await sessions.get(sessionId)
      const refusal = refusalOfTarget(session, target, platforms)
      if (refusal !== undefined) return { content: refusal, isError: true }
      await putMessage(queue, `message-${randomUUID()}`, { ...parsed, text })
      return `Queued for ${target}.`
    },
  })
}

const assess: AssessCall = async ({ target, text }) => ({
  verdict: 'run',
  reasons: [],
  outward: [{ kind: 'sends', does: `send a message to ${String(target)}` }],
  subject: `message to ${String(target)}: ${String(text)}`,
})
