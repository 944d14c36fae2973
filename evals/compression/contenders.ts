import { createCompressor, createSlidingWindow, type Summarise } from '@hermes/compressor'
import type { ContextEngine } from '@hermes/core'
import { createPlainSummary, createTruncation } from './plain-engines.ts'
import { plainStandIn, standIn } from './summarisers.ts'

/** What is compared, by name. Each history gets an engine of its own. */
export type Contenders = Readonly<Record<string, () => ContextEngine>>

/** No model is asked: the stand-in writes the summaries where one is needed. */
export const withoutModel: Contenders = {
  'hermes, by rules': () => createCompressor(),
  'hermes, stand-in model': () => createCompressor({ summarise: standIn }),
  'plain summary, stand-in model': () => createPlainSummary(plainStandIn),
  'sliding window': () => createSlidingWindow(),
  truncation: () => createTruncation(),
}

/** The same with a real one. */
export function withModel(name: string, summarise: Summarise): Contenders {
  return {
    'hermes, by rules': () => createCompressor(),
    [`hermes, ${name}`]: () => createCompressor({ summarise }),
    [`plain summary, ${name}`]: () => createPlainSummary(summarise),
    'sliding window': () => createSlidingWindow(),
    truncation: () => createTruncation(),
  }
}
