import { randomUUID } from 'node:crypto'
import { type AssessCall, defineTool, type SessionStore, type Tool } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import * as z from 'zod'
import type { ConversationHomes } from './conversation-homes.js'
import { putMessage } from './message-queue.js'
import { formatPlace, parseTarget } from './parse-target.js'
import { type ReachSettings, refusalOfTarget } from './reach.js'
import { sendMessageIdentity } from './tool-identity.js'
import { untilTaken } from './until-taken.js'

const parameters = z.object({
  target: z.string().describe('"telegram" (its home chat), "telegram:CHAT" or "telegram:CHAT:THREAD".'),
  text: z.string().min(1),
})

export interface SendMessageOptions {
  readonly queue: Pick<WorkQueue, 'put' | 'get'>
  readonly sessions: Pick<SessionStore['sessions'], 'get'>
  readonly homes: Pick<ConversationHomes, 'of'>
  /** The settings of the enabled networks. */
  readonly platforms: ReachSettings
}

/** Creates the tool `send_message`, which writes to a chat other than that of the conversation. */
export function sendMessageTool({ queue, sessions, homes, platforms }: SendMessageOptions): Tool {
  return defineTool({
    ...sendMessageIdentity,
    description: `Send a message to another chat. Networks: ${Object.keys(platforms).join(', ')}. Your answer itself needs no call. A line MEDIA:/absolute/path sends a file.`,
    parameters,
    effect: 'once',
    concurrency: 'never',
    changesFiles: false,
    delegable: false,
    assess,
    summarize: ({ target }) => String(target),
    async run({ target, text }, { sessionId, signal }) {
      const parsed = parseTarget(target, platforms)
      const session = await sessions.get(sessionId)
      const refusal = refusalOfTarget(session, target, platforms)
      if (refusal !== undefined) return { content: refusal, isError: true }
      const id = `message-${randomUUID()}`
      await putMessage(queue, id, { ...parsed, text, from: sessionId })
      const home = await homes.of(sessionId)
      const isOwnChat = home?.network === parsed.network && formatPlace(home.address) === formatPlace(parsed.address)
      // What the turn writes next must come below it.
      if (isOwnChat) await untilTaken(queue, id, signal)
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
