import type { ContextEngine } from '@hermes/core'
import { inSlices } from '@hermes/safety'
import { createRedactor } from '@hermes/safety/redact'
import { createMeter, estimateTokens } from '../count-tokens.js'
import { withKeepLast } from '../keep-last.js'
import { type CompressorOptions, toSettings } from './options.js'
import { glance, viewSession } from './session-view.js'
import { isDue } from './timing.js'

/**
 * Creates the default context engine. When a conversation exceeds its share of the window, the beginning, the newest
 * question and the end are kept unchanged. A structured summary replaces the messages between them, and each further
 * compression updates it. Without `summarize`, or when no model answers, the summary is extracted by rules.
 *
 * @example
 * ```ts
 * const engine = createCompressor({ summarize: ({ system, prompt, maxTokens, signal }) => ask(system, prompt, maxTokens, signal) })
 * ```
 * @throws {ConfigError} when an option is out of range.
 */
export function createCompressor(options: CompressorOptions = {}): ContextEngine {
  const settings = toSettings(options)
  const { countTokens = estimateTokens, now = Date.now, redactor = createRedactor() } = options
  const meter = createMeter(countTokens)

  return {
    id: 'compressor',
    prepare: ({ messages }, { signal }) => inSlices(meter.learn(messages), signal),
    shouldCompress(context) {
      const { measure, limits, state } = glance(context, settings, meter)
      return isDue(measure, limits, state, now())
    },
    measure(context) {
      const { measure, limits } = glance(context, settings, meter)
      return { tokens: Math.round(measure.request), trigger: Math.round(measure.calibration * limits.trigger) }
    },
    async compress(context, compressOptions) {
      compressOptions.signal.throwIfAborted()
      await inSlices(meter.learn(context.messages), compressOptions.signal)
      const own = withKeepLast(settings, context.messages, compressOptions)
      const view = viewSession(context, own, meter)
      // Loaded on demand, because most processes end before a conversation is long enough.
      const { compressSession } = await import('./compress-session.js')
      const redact = (text: string) => redactor.redact(text)
      const writer = createWriter(options, view.limits.window, { text: meter.text, redact })
      return compressSession(view, compressOptions, { settings: own, meter, writer, redactor, now })
    },
  }
}

interface Texts {
  text(text: string): number
  redact(text: string): string
}

function createWriter({ summarize, summarizerTokens }: CompressorOptions, window: number, { text, redact }: Texts) {
  const contextTokens = summarizerTokens ?? window
  const summarizer = summarize && { summarize, contextTokens, countTokens: text, redact }
  return { summarizer, countTokens: text, redact }
}
