import { parseObject } from './parse-object.js'

/** What the agent wanted to know, and what a person said. */
export interface AskedQuestion {
  readonly question: string
  /** Empty: the agent decides. `undefined`: the question was not answered. */
  readonly answer: string | undefined
}

/** A question and its answer, as the tool that asks reports them; `undefined` for the results of other tools. */
export function askedQuestion(text: string): AskedQuestion | undefined {
  const { question, answer } = parseObject(text) ?? {}
  if (typeof question !== 'string') return undefined
  if (answer === null) return { question, answer: undefined }
  return typeof answer === 'string' ? { question, answer } : undefined
}
