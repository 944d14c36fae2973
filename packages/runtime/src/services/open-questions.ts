import type { Logger, SessionStore } from '@hermes/core'
import { createMemoryQuestions, createQuestionDesk, type QuestionDesk } from '@hermes/core/questions'
import type { RuntimeOptions } from '../runtime-options.js'

/** Creates the question desk of this home, with the surface of this runtime attached. */
export function openQuestions({ config, surface }: RuntimeOptions, store: SessionStore, logger: Logger): QuestionDesk {
  const desk = createQuestionDesk({
    table: store.questions ?? createMemoryQuestions(),
    approvalTimeoutMs: config.approvals.timeout * 1000,
    clarifyTimeoutMs: config.agent.clarify_timeout * 1000,
    services: { logger },
  })
  const { source: name, ask } = surface
  if (ask) desk.attach({ name, ask })
  return desk
}
