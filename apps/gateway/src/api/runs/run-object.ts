import { toUsage } from '../completions/to-completion.js'
import { toQuestionObject } from '../questions/question-object.js'
import type { RunObject } from './events/run-schemas.js'
import { outputItems } from './output/output-items.js'
import type { RunEnd, RunRecord } from './record/run-record.js'
import type { RunState } from './start/run-state.js'

/** Returns a run as clients see it. */
export function toRunObject(run: RunRecord, state: RunState): RunObject {
  const end = 'end' in state ? state.end : undefined
  return {
    id: run.id,
    object: 'hermes.run',
    status: state.status,
    session_id: run.sessionId,
    model: run.echoed.model ?? null,
    created_at: Math.floor(run.createdAtMs / 1000),
    ended_at: end ? Math.floor(end.atMs / 1000) : null,
    question: state.status === 'waiting' ? toQuestionObject(state.question) : null,
    output: end ? textOf(run, end) : null,
    usage: end?.usage ? toUsage(end.usage) : null,
    error: end?.error ? { code: end.error.code, message: end.error.message } : null,
    metadata: run.echoed.metadata,
  }
}

/** Returns the text so far, including an unfinished one at the end of the turn. */
function textOf(run: RunRecord, end: RunEnd): string {
  return outputItems(run, end)
    .map(({ text }) => text)
    .join('\n\n')
}
