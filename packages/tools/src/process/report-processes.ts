import type { Plugin, SessionId } from '@hermes/core'
import { formatProcessReports } from '@hermes/safety'
import { describeLost } from './describe-news.js'
import { isReported } from './is-reported.js'
import type { ProcessRecords } from './process-records.js'
import type { ProcessTable } from './process-table.js'
import { reportedIn } from './reported-in.js'

export interface ReportProcessesOptions {
  readonly processes: ProcessTable
  /** Records of earlier agents. Default: none. */
  readonly records?: ProcessRecords
  /**
   * Adds a message to a running turn, together with its tool results. Returns `false` when no turn is running. Calls
   * `onUndelivered` when the message came too late. Default: messages wait for the next turn.
   */
  readonly steer?: (sessionId: SessionId, text: string, onUndelivered: () => void) => boolean
}

/** More sessions than a process usually serves. Beyond that, sessions are looked up again, which costs a folder read. */
const mostLooked = 10_000

/**
 * Reports background processes to the model of a session. Ends and watched lines are reported with running tool calls,
 * or else with the user's next message; processes that ended with an earlier agent are reported once. Skips what the
 * conversation already contains, because a message about it began the turn or another agent process reported it. Ends
 * the processes of a session when the session ends.
 */
export function reportProcesses(options: ReportProcessesOptions): Plugin {
  const { processes, records, steer } = options
  const { news } = processes
  const looked = new Set<SessionId>()

  async function lostOf(sessionId: SessionId) {
    if (!records || looked.has(sessionId)) return []
    return (await records.lost(sessionId)).map(describeLost)
  }

  return {
    name: 'processes',
    hooks: {
      async pre_llm_call({ sessionId, messages, tell }) {
        if (!tell) return
        const lost = await lostOf(sessionId)
        const items = news.take(sessionId)
        const all = [...lost, ...items]
        const reported = all.length > 0 ? reportedIn(messages) : []
        const unreported = all.filter(({ report }) => !isReported(report, reported))
        const text = unreported.length > 0 ? formatProcessReports(unreported.map(({ report }) => report)) : undefined
        try {
          if (text !== undefined) await tell(text)
        } catch (error) {
          news.requeue(sessionId, items)
          throw error
        }
        if (lost.length > 0) await records?.forget(sessionId)
        if (looked.size >= mostLooked) looked.clear()
        looked.add(sessionId)
        processes.markDelivered(items)
      },
      post_tool_call({ sessionId }) {
        const items = news.take(sessionId)
        if (items.length === 0) return
        const requeue = () => news.requeue(sessionId, items)
        const text = formatProcessReports(items.map(({ report }) => report))
        if (steer?.(sessionId, text, requeue)) processes.markDelivered(items)
        else requeue()
      },
      async on_session_end({ sessionId, reason }) {
        if (reason !== 'compression') await processes.endSession(sessionId)
      },
      subagent_stop: ({ childSessionId }) => processes.endSession(childSessionId),
    },
  }
}
