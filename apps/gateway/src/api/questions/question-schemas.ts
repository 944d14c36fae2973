import * as z from 'zod'
import { listOf } from '../request/list-of.js'

export const questionSchema = z.object({
  id: z.string(),
  object: z.literal('hermes.question'),
  kind: z.enum(['approval', 'clarification']),
  state: z.enum(['open', 'answered', 'expired', 'withdrawn']),
  session_id: z.string(),
  tool: z.string().nullable(),
  text: z.string(),
  working_directory: z.string().nullable(),
  reasons: z.array(z.string()).readonly(),
  session_scope: z.string().nullable(),
  choices: z.array(z.string()).readonly(),
  diff: z.string().nullable(),
  /** The answer. On other surfaces, it may be permanent. */
  answer: z
    .union([
      z.object({ decision: z.enum(['once', 'session', 'always']) }),
      z.object({ decision: z.literal('deny'), reason: z.string().exactOptional() }),
      z.object({ text: z.string() }),
    ])
    .nullable(),
  created_at: z.int(),
  deadline: z.int(),
})

export const questionListSchema = listOf(questionSchema)

/** The receipt of an answer. It is accepted if it was the first one. */
export const answerReceiptSchema = z.object({ accepted: z.boolean(), question: questionSchema })

export type QuestionObject = z.output<typeof questionSchema>
export type QuestionList = z.output<typeof questionListSchema>
export type AnswerReceiptObject = z.output<typeof answerReceiptSchema>
