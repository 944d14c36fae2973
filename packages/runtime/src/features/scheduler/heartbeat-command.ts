import type { SlashCommand, SlashCommandContext } from '@hermes/core'
import { describeState, type Job, type JobBook } from '@hermes/scheduler'
import { aboutHeartbeat, noHeartbeat } from './about-heartbeat.js'
import { parseHeartbeat } from './parse-heartbeat.js'

export interface HeartbeatOptions {
  /** Returns the conversation of a session and its person; `undefined` before the first turn. */
  readonly conversationOf: (sessionId: string) => Promise<HeartbeatConversation | undefined>
  /** Opens the jobs of a person. `payer` pays for the jobs that are added. */
  readonly book: (limits: {
    readonly userId: string | undefined
    readonly payer: string | undefined
  }) => Promise<JobBook>
  readonly zone: () => string
}

export interface HeartbeatConversation {
  /** The root of the conversation. */
  readonly id: string
  readonly userId?: string | undefined
}

const early = { type: 'error', text: 'This conversation has not begun: write something first.' }
const forAdmins = {
  type: 'error',
  text: 'Several people share this conversation: only an administrator can change its heartbeat.',
}

/** `/heartbeat`: sends a prompt to the conversation at regular intervals, while nothing else runs there. */
export function heartbeatCommand({ conversationOf, book: openBook, zone }: HeartbeatOptions): SlashCommand {
  return {
    ...aboutHeartbeat,
    surfaces: ['chat'],
    async run(args, { sessionId, person }) {
      const given = args.trim()
      const conversation = await conversationOf(sessionId)
      if (!conversation) return given === '' ? noHeartbeat : early
      const { id, userId } = conversation
      const book = await openBook({ userId, payer: person?.id })
      const present = (await book.list()).filter(({ enters }) => enters === id)
      if (given === '') return present.map((job) => line(book, job)).join('\n') || noHeartbeat
      if (!mayChange(conversation, person)) return forAdmins
      const next = given.toLowerCase() === 'off' ? undefined : parseHeartbeat(given)
      for (const job of present) await book.remove(job.id)
      if (!next) return present.length === 0 ? noHeartbeat : 'The heartbeat has ended.'
      const { schedule, prompt } = next
      const job = await book.add({
        schedule,
        task: { prompt },
        name: nameOf(prompt),
        deliver: ['origin'],
        missed: 'skip',
        origin: id,
        enters: id,
        createdBy: 'person',
      })
      return `${line(book, job)}\nIt is skipped while a turn runs or messages wait. /heartbeat off ends it, and so does /new.`
    },
  }

  function line(book: JobBook, job: Job): string {
    const state = describeState(job, { nextDueMs: book.nextDue(job), zone: zone() })
    return `**${job.text}**: ${job.task.prompt} (${state})`
  }
}

/** Whether a person may change the heartbeat. The conversation of a chat with several people is named after the chat. */
function mayChange({ userId }: HeartbeatConversation, person: SlashCommandContext['person']): boolean {
  return person?.role === 'admin' || !/^[^:]+:chat:/.test(userId ?? '')
}

function nameOf(prompt: string): string {
  const text = `heartbeat: ${prompt.replace(/\s+/g, ' ')}`
  return text.length > 50 ? `${text.slice(0, 49)}…` : text
}
