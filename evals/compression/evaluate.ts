import { type Contenders, withoutModel } from './contenders.ts'
import { subjects } from './filler.ts'
import { generateHistory, type History } from './generate-history.ts'
import { type Language, languages } from './phrases.ts'
import { addRecall, type Recall, recallOf } from './recall.ts'
import { type Replay, replay } from './replay.ts'

export interface EvaluationOptions {
  /** The languages. Default: all. */
  readonly languages?: readonly Language[]
  /** The lengths of the histories in tokens; there is one history per length, subject and language. Default 60,000. */
  readonly lengths?: readonly number[]
  /** The model's window in tokens. Default 64,000. */
  readonly contextWindow?: number
  readonly seed?: number
  readonly contenders?: Contenders
  readonly onProgress?: (done: number, all: number) => void
}

export interface Score {
  readonly contender: string
  readonly recall: Recall
  /** The average size at the end, in tokens. */
  readonly tokensLeft: number
  /** The average number of compressions per history. */
  readonly compressions: number
  /** The average duration of a compression, in milliseconds. */
  readonly compressionMs: number
}

export interface Evaluation {
  readonly histories: number
  /** The number of tokens in all histories. */
  readonly tokens: number
  readonly facts: number
  readonly contextWindow: number
  readonly scores: readonly Score[]
}

/** Runs every contender on every history, and searches its result for the planted facts. */
export async function evaluate(options: EvaluationOptions = {}): Promise<Evaluation> {
  const { contextWindow = 64_000, contenders = withoutModel, onProgress } = options
  const cases = toCases(options)
  const all = Object.keys(contenders).length * cases.length
  const scores: Score[] = []
  for (const [name, create] of Object.entries(contenders)) {
    const lives: Life[] = []
    for (const { history } of cases) {
      const life = await replay(history.messages, create(), contextWindow)
      lives.push({ ...life, recall: recallOf(history.facts, life.messages) })
      onProgress?.(scores.length * cases.length + lives.length, all)
    }
    scores.push(toScore(name, lives))
  }
  return {
    histories: cases.length,
    tokens: cases.reduce((sum, { tokens }) => sum + tokens, 0),
    facts: cases.reduce((sum, { history }) => sum + history.facts.length, 0),
    contextWindow,
    scores,
  }
}

interface Life extends Replay {
  readonly recall: Recall
}

function toScore(contender: string, lives: readonly Life[]): Score {
  const sum = (of: (life: Life) => number) => lives.reduce((total, life) => total + of(life), 0)
  const compressions = sum((life) => life.compressions)
  return {
    contender,
    recall: lives.map(({ recall }) => recall).reduce(addRecall),
    tokensLeft: Math.round(sum((life) => life.tokensAfter) / lives.length),
    compressions: compressions / lives.length,
    compressionMs: sum((life) => life.durationMs) / Math.max(1, compressions),
  }
}

interface Case {
  readonly history: History
  readonly tokens: number
}

function toCases({ lengths = [60_000], languages: chosen = languages, seed = 1 }: EvaluationOptions): readonly Case[] {
  const shapes = lengths.flatMap((tokens) =>
    subjects.flatMap((subject) => chosen.map((language) => ({ tokens, subject, language }))),
  )
  return shapes.map((shape, index) => {
    return { tokens: shape.tokens, history: generateHistory({ ...shape, seed: seed * 1_000 + index }) }
  })
}
