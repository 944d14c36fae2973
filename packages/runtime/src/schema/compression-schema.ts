import * as z from 'zod'

const share = z.number().min(0.1).max(0.95)

/** When a conversation is shortened, and what stays of it. */
export const compressionSchema = z
  .strictObject({
    enabled: z.boolean().default(true).describe("Shorten a conversation that outgrows the model's window."),
    threshold: share.default(0.5).describe('The part of the window that may fill up before that.'),
    model_thresholds: z
      .record(z.string(), share)
      .default({})
      .describe(
        'Another threshold for models whose name holds the key; the longest such key counts. With `provider/` before it: for that provider alone.',
      ),
    threshold_tokens: z
      .int()
      .min(4096)
      .optional()
      .describe('Never wait for more tokens than these, however large the window is.'),
    target_ratio: z
      .number()
      .min(0.05)
      .max(0.8)
      .default(0.2)
      .describe('The part of the threshold that the newest messages may keep.'),
    protect_first_n: z.int().min(0).default(3).describe('Messages at the start that stay as they are.'),
    protect_last_n: z.int().min(1).default(20).describe('Messages at the end that stay as they are.'),
    hygiene_hard_message_limit: z
      .int()
      .min(4)
      .default(5000)
      .describe('The gateway compresses a conversation of so many messages between two turns, whatever its size.'),
    hygiene_total_ceiling_seconds: z
      .number()
      .positive()
      .max(3600)
      .default(600)
      .describe('Seconds that such a compression may take.'),
    hygiene_max_turn_hold_seconds: z
      .number()
      .min(0)
      .max(600)
      .default(10)
      .describe('Seconds that the next turn waits for it; then it is given up, and the turn begins.'),
    hygiene_failure_cooldown_seconds: z
      .number()
      .min(0)
      .max(3600)
      .default(300)
      .describe(
        'Seconds without another one after a failure; three times that after the second, nine times after the third, one hour at most.',
      ),
  })
  .prefault({})

/** Who shortens it. */
export const contextSchema = z
  .looseObject({ engine: z.string().min(1).default('compressor') })
  .prefault({})
  .describe(
    'Who compresses conversations, as `engine`: `compressor` (the default) sums up what is left out, `sliding-window` only leaves it out. Or a package or file of the home folder, with its own options.',
  )
