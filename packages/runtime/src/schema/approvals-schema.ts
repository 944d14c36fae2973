import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The section `approvals`: who decides about dangerous commands. */
export const approvalsSchema = lazily(() =>
  z
    .strictObject({
      mode: z
        .enum(['edits', 'manual', 'smart', 'off'])
        .default('manual')
        .describe(
          '`manual` asks before a dangerous command runs; `edits` also asks before each change of a file; `smart` lets a model decide (`auxiliary.approval`) and asks when it is not sure; `off` never asks. The most dangerous ones are refused in every mode.',
        ),
      timeout: z
        .number()
        .positive()
        .max(86_400)
        .default(300)
        .describe('Seconds until an unanswered question counts as denied.'),
      deny: z
        .array(z.string().min(1))
        .default([])
        .describe(
          'Commands that never run, in any mode or container: case-insensitive patterns with `*` and `?`, matched against a whole command and each command inside it.',
        ),
      smart_policy: z
        .string()
        .max(20_000)
        .default('')
        .describe('Your own rules for the model that decides in `smart`, in plain language.'),
      denial_breaker_threshold: z
        .int()
        .min(0)
        .default(3)
        .describe('After this many consecutive denials by that model, a person is asked instead; 0 for never.'),
      unattended_mode: z
        .enum(['deny', 'smart'])
        .default('deny')
        .describe(
          'When no one can be asked: `deny` dangerous commands, or in `smart` mode let the model decide; commands that it leaves to a person are denied.',
        ),
      untrusted: z
        .strictObject({
          policy: z
            .enum(['ask', 'refuse', 'allow'])
            .default('ask')
            .describe(
              'Calls that send data or have lasting effects after the conversation has read content of others, such as a web page: `ask` about them and name the source, `refuse` them, or `allow` them as before.',
            ),
          trusted: z
            .array(z.string().min(1).max(300))
            .default([])
            .describe(
              'Sources whose content is not a reason to ask: hosts, MCP servers, addresses, with `*` and `?` (`docs.python.org`, `*.example.com`, `mcp:github`).',
            ),
        })
        .prefault({}),
    })
    .prefault({}),
)

export const commandAllowlistSchema = lazily(() =>
  z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Dangerous commands that run without a question: reasons exactly as a question states them, or patterns with `*` and `?` for one command. The answer "always" adds to this list.',
    ),
)
