import { createCompressor, createSlidingWindow, type Summarize } from '@hermes/compressor'
import type { ContextEngine } from '@hermes/core'
import { createPlainSummary, createTruncation } from './plain-engines.ts'
import { plainStandIn, standIn } from './summarizers.ts'

/** The compared engines, by name. Each history gets its own engine. */
export type Contenders = Readonly<Record<string, () => ContextEngine>>

/** The contenders without a real model: the stand-in writes summaries where needed. */
export const withoutModel: Contenders = {
  'hermes, by rules': () => createCompressor(),
  'hermes, stand-in model': () => createCompressor({ summarize: standIn }),
  'plain summary, stand-in model': () => createPlainSummary(plainStandIn),
  'sliding window': () => createSlidingWindow(),
  truncation: () => createTruncation(),
}

/** Returns the same contenders with a real model. */
export function withModel(name: string, summarize: Summarize): Contenders {
  return {
    'hermes, by rules': () => createCompressor(),
    [`hermes, ${name}`]: () => createCompressor({ summarize }),
    [`plain summary, ${name}`]: () => createPlainSummary(summarize),
    'sliding window': () => createSlidingWindow(),
    truncation: () => createTruncation(),
  }
}
