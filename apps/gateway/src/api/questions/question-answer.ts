import type { QuestionAnswer } from '@hermes/core/questions'
import * as z from 'zod'

/** The answer to a question: a decision for an approval, or a text for a clarification. Permanent rules can only be set on the owner's own surfaces. */
export const answerSchema = z.union(
  [
    z.object({ decision: z.enum(['once', 'session']) }),
    z.object({ decision: z.literal('deny'), reason: z.string().max(2000).exactOptional() }),
    z.object({ text: z.string().max(100_000) }),
  ],
  { error: 'must be {"decision": "once" | "session" | "deny"} or {"text": "..."}' },
) satisfies z.ZodType<QuestionAnswer>
