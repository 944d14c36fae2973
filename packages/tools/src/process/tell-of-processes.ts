import type { Plugin, SessionId } from '@hermes/core'
import { describeLost } from './describe-news.js'
import { toMessage } from './process-news.js'
import type { ProcessRecords } from './process-records.js'
import type { ProcessTable } from './process-table.js'

export interface TellOfProcessesOptions {
  readonly processes: ProcessTable
  /** What earlier agents have left behind. Default: nothing is known of that. */
  readonly records?: ProcessRecords
  /** Stores a message to the session's model, before the turn that is about to begin reads it. Default: it is not stored. */
  readonly store?: (sessionId: SessionId, text: string) => Promise<void>
  /**
   * Says something to the model of a turn that runs, with the results of its tool calls. `false`: there is no such turn.
   * `onUndelivered`: it came too late. Default: the model hears of it in its next turn.
   */
  readonly steer?: (sessionId: SessionId, text: string, onUndelivered: () => void) => boolean
}

/** More sessions than a process serves at a time: then it looks again, which costs a look into a folder. */
const mostLooked = 10_000

/**
 * Tells a session's model of its processes: of those that have ended and of lines that were watched for, with the results
 * of the tool calls that run or else with the next message of the user; and, once, of those that have ended with an
 * earlier agent. Ends the processes of a session that ends.
 */
export function tellOfProcesses(options: TellOfProcessesOptions): Plugin {
  const { processes, records, store, steer } = options
  const { news } = processes
  const looked = new Set<SessionId>()

  async function lostOf(sessionId: SessionId) {
    if (!records || looked.has(sessionId)) return []
    return (await records.lost(sessionId)).map(describeLost)
  }

  return {
    name: 'processes',
    hooks: {
      async pre_llm_call({ sessionId }) {
        const lost = await lostOf(sessionId)
        const items = news.take(sessionId)
        const all = [...lost, ...items]
        const text = all.length > 0 ? toMessage(all) : undefined
        try {
          if (text !== undefined) await store?.(sessionId, text)
        } catch (error) {
          news.giveBack(sessionId, items)
          throw error
        }
        if (lost.length > 0) await records?.forget(sessionId)
        if (looked.size >= mostLooked) looked.clear()
        looked.add(sessionId)
        processes.markHeard(items)
        return text
      },
      post_tool_call({ sessionId }) {
        const items = news.take(sessionId)
        if (items.length === 0) return
        const giveBack = () => news.giveBack(sessionId, items)
        if (steer?.(sessionId, toMessage(items), giveBack)) processes.markHeard(items)
        else giveBack()
      },
      async on_session_end({ sessionId, reason }) {
        if (reason !== 'compression') await processes.endSession(sessionId)
      },
      subagent_stop: ({ childSessionId }) => processes.endSession(childSessionId),
    },
  }
}
