import { randomUUID } from 'node:crypto'
import { describeError, type Logger } from '@hermes/core'
import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'
import { readVerdict } from '@hermes/safety'
import type { ScanJudge, ScanJudgment, ScanQuestion } from '@hermes/safety/scan'
import { createLanes } from './lanes.js'
import { describeText, scanInstructions } from './scan-judge-prompt.js'
import type { VerdictFile } from './verdict-file.js'

export interface ModelScanJudgeOptions {
  /** Returns the model, for each text anew; `undefined` for no judgment. */
  readonly model: () => AuxiliaryModel | undefined
  /** Verdicts of earlier calls, including those of other processes. */
  readonly verdicts: VerdictFile
  /** Removes secrets from the text that the model reads. */
  readonly redact: (text: string) => string
  readonly logger: Logger
}

/** Enough for a verdict and one sentence, and for models that reason before they answer. */
const mostOutputTokens = 2_000
/** Limits the calls that a server with a thousand doubtful tools can cause. */
const mostQuestions = 200
const atOnce = 4

const unaborted = new AbortController().signal

/**
 * Creates a judge that asks a model about each text once. If the answer is missing, late or unclear, there is no judgment and the log says
 * why. The time limit is that of the model's transport.
 */
export function createModelScanJudge({ model, verdicts, redact, logger }: ModelScanJudgeOptions): ScanJudge {
  const inLane = createLanes(atOnce)
  let questions = 0

  async function ask(
    asked: AuxiliaryModel,
    question: ScanQuestion,
    signal: AbortSignal,
  ): Promise<ScanJudgment | undefined> {
    const content = describeText(question, randomUUID())
    const { text, reason } = await askOnce(
      asked,
      { system: scanInstructions, messages: [{ role: 'user', content }], maxOutputTokens: mostOutputTokens },
      { signal },
    )
    return reason === 'stop' ? readVerdict(text, ['harmless', 'attack']) : undefined
  }

  function rulesDecide(why: string): undefined {
    logger.log('warn', `The judge of the scan ${why}: the rules decided alone.`)
    return undefined
  }

  return async (doubtful, { signal = unaborted }) => {
    const asked = model()
    if (!asked) return undefined
    const question = { ...doubtful, passages: redact(doubtful.passages) }
    const key = JSON.stringify([asked.model.id, scanInstructions, describeText(question, '')])
    const known = await verdicts.find(key)
    if (known) return known
    questions += 1
    if (questions > mostQuestions) return rulesDecide(`was asked ${mostQuestions} times already`)
    try {
      const judgment = await inLane(() => ask(asked, question, signal))
      if (!judgment) return rulesDecide('gave no clear verdict')
      await verdicts.save(key, judgment)
      if (judgment.verdict === 'attack')
        logger.log('warn', `The judge of the scan calls a text an attack: ${judgment.reason}`)
      return judgment
    } catch (error) {
      signal.throwIfAborted()
      return rulesDecide(`did not answer (${describeError(error)})`)
    }
  }
}
