import { parseObject } from './parse-object.js'

/** A question of the agent and the person's answer. */
export interface AskedQuestion {
  readonly question: string
  /** Empty: the agent decides. `undefined`: the question was not answered. */
  readonly answer: string | undefined
}

/** Returns a question and its answer, as reported by the tool that asks. `undefined` for the results of other tools. */
export function askedQuestion(text: string): AskedQuestion | undefined {
  const { question, answer } = parseObject(text) ?? {}
  if (typeof question !== 'string') return undefined
  if (answer === null) return { question, answer: undefined }
  return typeof answer === 'string' ? { question, answer } : undefined
}
