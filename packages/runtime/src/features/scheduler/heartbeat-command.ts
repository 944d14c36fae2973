import type { SlashCommand, SlashCommandContext } from '@hermes/core'
import { describeState, type Job, type JobBook } from '@hermes/scheduler'
import { aboutHeartbeat, noHeartbeat } from './about-heartbeat.js'
import { parseHeartbeat } from './parse-heartbeat.js'

export interface HeartbeatOptions {
  /** The conversation of a session, and whose it is. `undefined` before its first turn. */
  readonly conversationOf: (sessionId: string) => Promise<HeartbeatConversation | undefined>
  /** The jobs of somebody, who pays for those that are added. */
  readonly book: (limits: {
    readonly userId: string | undefined
    readonly payer: string | undefined
  }) => Promise<JobBook>
  readonly zone: () => string
}

export interface HeartbeatConversation {
  /** Its root. */
  readonly id: string
  readonly userId?: string | undefined
}

const early = { type: 'error', text: 'This conversation has not begun: write something first.' }
const forAdmins = {
  type: 'error',
  text: 'Several people share this conversation: only an administrator can change its heartbeat.',
}

/** `/heartbeat`: a prompt that comes again and again in the conversation, while nothing else runs there. */
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

/** The conversation of a chat with several people has the name of the chat. */
function mayChange({ userId }: HeartbeatConversation, person: SlashCommandContext['person']): boolean {
  return person?.role === 'admin' || !/^[^:]+:chat:/.test(userId ?? '')
}

function nameOf(prompt: string): string {
  const text = `heartbeat: ${prompt.replace(/\s+/g, ' ')}`
  return text.length > 50 ? `${text.slice(0, 49)}…` : text
}
