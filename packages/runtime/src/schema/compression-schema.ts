import { lazily } from '@hermes/safety'
import * as z from 'zod'

const share = lazily(() => z.number().min(0.1).max(0.95))

/** The section `compression`: when a conversation is compressed, and what is kept. */
export const compressionSchema = lazily(() =>
  z
    .strictObject({
      enabled: z.boolean().default(true).describe("Shorten a conversation that outgrows the model's window."),
      threshold: share().default(0.5).describe('The share of the window at which it is compressed.'),
      model_thresholds: z
        .record(z.string(), share())
        .default({})
        .describe(
          'Thresholds for models whose name contains the key; the longest matching key wins. With the prefix `provider/`: for that provider only.',
        ),
      threshold_tokens: z
        .int()
        .min(4096)
        .optional()
        .describe('Compress at this number of tokens at the latest, however large the window is.'),
      target_ratio: z
        .number()
        .min(0.05)
        .max(0.8)
        .default(0.2)
        .describe('The share of the threshold that the newest messages may keep.'),
      protect_first_n: z.int().min(0).default(3).describe('Messages at the start that stay as they are.'),
      protect_last_n: z.int().min(1).default(20).describe('Messages at the end that stay as they are.'),
      prune_first: z
        .boolean()
        .default(false)
        .describe(
          'First replace old results of tools with one line each, without a model call. If that halves the request, there is no summary.',
        ),
      hygiene_hard_message_limit: z
        .int()
        .min(4)
        .default(5000)
        .describe(
          'The gateway compresses a conversation with this many messages between two turns, regardless of its size.',
        ),
      hygiene_total_ceiling_seconds: z
        .number()
        .positive()
        .max(3600)
        .default(600)
        .describe('Time limit of such a compression in seconds.'),
      hygiene_max_turn_hold_seconds: z
        .number()
        .min(0)
        .max(600)
        .default(10)
        .describe('Seconds that the next turn waits for it before it is aborted and the turn starts.'),
      hygiene_failure_cooldown_seconds: z
        .number()
        .min(0)
        .max(3600)
        .default(300)
        .describe(
          'Seconds without another attempt after a failure; tripled after each further failure, one hour at most.',
        ),
    })
    .prefault({}),
)

/** The engines that ship with Hermes. They have no options: their settings are in `compression`. */
export const ownEngines: readonly string[] = ['compressor', 'sliding-window']

/** The section `context`: which engine compresses conversations. */
export const contextSchema = lazily(() =>
  z
    .looseObject({ engine: z.string().min(1).default('compressor') })
    .superRefine(({ engine, ...options }, context) => {
      const keys = Object.keys(options)
      if (keys.length === 0 || !ownEngines.includes(engine)) return
      context.addIssue({ code: 'unrecognized_keys', keys, input: options })
    })
    .prefault({})
    .describe(
      'Who compresses conversations, as `engine`: `compressor` (the default) summarizes what it drops, `sliding-window` only drops it. Or a package or file of the home folder, with its own options.',
    ),
)
