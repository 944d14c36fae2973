import * as z from 'zod'

/** The section `approvals`: who decides about dangerous commands. */
export const approvalsSchema = z
  .strictObject({
    mode: z
      .enum(['manual', 'smart', 'off'])
      .default('manual')
      .describe(
        '`manual` asks before a dangerous command runs; `smart` lets a model decide (`auxiliary.approval`) and asks where it is not sure; `off` never asks. The worst ones are refused in all of them.',
      ),
    timeout: z
      .number()
      .positive()
      .max(86_400)
      .default(300)
      .describe('Seconds until a question without an answer counts as denied.'),
    deny: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Commands that never run, in no mode and in no container: patterns with `*` and `?`, in any case, for a whole command and for each command inside it.',
      ),
    smart_policy: z
      .string()
      .max(20_000)
      .default('')
      .describe('Rules of your own for the model that decides in `smart`, in plain words.'),
    denial_breaker_threshold: z
      .int()
      .min(0)
      .default(3)
      .describe('So many denials in a row by that model, and a person is asked instead; 0 for never.'),
    unattended_mode: z
      .enum(['deny', 'smart'])
      .default('deny')
      .describe(
        'Where nobody can be asked: `deny` dangerous commands, or in the mode `smart` let the model decide; what it leaves to a person is denied.',
      ),
  })
  .prefault({})

export const commandAllowlistSchema = z
  .array(z.string().min(1))
  .default([])
  .describe(
    'Dangerous commands that run without a question: reasons, word for word as a question names them, or patterns with `*` and `?` for one command. The answer "always" adds to it.',
  )
