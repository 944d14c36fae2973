import type {
  Inquiry,
  Outcome,
  QuestionDesk,
  QuestionDeskOptions,
  QuestionSurface,
  StartTimer,
} from '../contracts/agent/question-desk.js'
import { withDefaultServices } from '../contracts/agent/services.js'
import type { Question, QuestionContext } from '../contracts/sessions/question.js'
import { checkAnswer } from './check-answer.js'
import { describeUnanswered } from './describe-end.js'
import { approveAt, clarifyAt } from './for-tools.js'
import { OpenQuestion } from './open-question.js'
import { createQuestionLedger } from './question-ledger.js'
import { QuestionWatch } from './question-watch.js'
import { waitForEnd } from './wait-for-end.js'

/**
 * Creates a desk. Nothing is stored or queried before a question is asked.
 *
 * @example
 * ```ts
 * const desk = createQuestionDesk({ table: store.questions ?? createMemoryQuestions() })
 * const detach = desk.attach({ name: 'my-app', ask: async (question) => askSomebody(question) })
 * const gate = createApprovalGate({ mode: 'manual', approve: desk.approve, timeoutMs: Number.POSITIVE_INFINITY })
 * ```
 */
export function createQuestionDesk(options: QuestionDeskOptions): QuestionDesk {
  const { table, approvalTimeoutMs = 300_000, clarifyTimeoutMs = 3_600_000, services = {} } = options
  const { startTimer = defaultTimer, ...others } = services
  const { now, randomHex, logger } = withDefaultServices(others)
  const deskId = randomHex(16)
  const ledger = createQuestionLedger({ table, deskId, now, randomHex })
  const watch = new QuestionWatch({ deskId, table, now, startTimer })
  const surfaces = new Set<QuestionSurface>()

  async function ask(inquiry: Inquiry, context: QuestionContext): Promise<Outcome> {
    const { signal, run } = context
    signal.throwIfAborted()
    await ledger.withdrawAbandoned()
    const left = await ledger.takeLeft(inquiry)
    if (left) run?.emit({ type: 'question-settled', question: left.question })
    const outcome = left ?? (await ledger.take(await put(inquiry, context)))
    const { status } = outcome
    if (status === 'unattended' || status === 'too-late') {
      run?.emit({ type: 'notice', code: `question/${status}`, text: describeUnanswered(outcome) })
    }
    return outcome
  }

  /** Stores the question, shows it to every surface that can answer, and waits for its end. */
  async function put(inquiry: Inquiry, { run, signal }: QuestionContext): Promise<Question> {
    const stored = await ledger.create(inquiry, run?.rootSessionId ?? inquiry.sessionId)
    const question = { ...stored, ...inquiry.shown }
    const open = new OpenQuestion({ question, table, now, hold: () => watch.hold(), logger })
    void open.ended.then(
      (ended) => run?.emit({ type: 'question-settled', question: ended }),
      () => undefined, // The waiting caller gets the failure.
    )
    const able = [...surfaces].filter((surface) => canAnswer(surface, question))
    if (able.length > 0) run?.emit({ type: 'question-open', question })
    return watch.during(open, () => {
      const ended = waitForEnd(open, signal)
      if (signal.aborted) return ended
      if (able.length === 0) void open.expire()
      for (const surface of able) void open.put(surface)
      return ended
    })
  }

  return {
    ask,
    approve: approveAt(ask, approvalTimeoutMs),
    clarify: clarifyAt(ask, clarifyTimeoutMs),
    async answer(id, answer, by) {
      checkAnswer(await ledger.get(id), answer)
      await ledger.withdrawAbandoned()
      const settlement = { state: 'answered', answer, answeredBy: by, atMs: now() } as const
      const accepted = await (watch.get(id)?.answer(answer, by) ?? table.settle(id, settlement).then(Boolean))
      return { accepted, question: await ledger.get(id) }
    },
    async open(query = {}) {
      await ledger.withdrawAbandoned()
      return table.find({ ...query, state: 'open' })
    },
    get isAttended() {
      return surfaces.size > 0
    },
    attach(surface) {
      surfaces.add(surface)
      for (const open of watch.open) if (canAnswer(surface, open.question)) void open.put(surface)
      return () => {
        surfaces.delete(surface)
        for (const open of watch.open) void open.lose(surface)
      }
    },
    async [Symbol.asyncDispose]() {
      surfaces.clear()
      await Promise.all([...watch.open].map((open) => open.withdraw()))
    },
  }
}

function canAnswer(surface: QuestionSurface, { rootSessionId }: Question): boolean {
  return surface.answersFor?.(rootSessionId) ?? true
}

/** Starts a timer that keeps the process alive while the caller waits for an answer. */
const defaultTimer: StartTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
