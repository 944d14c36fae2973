import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** Memory providers of the Hermes Agent in Python that Hermes lacks, each with its equivalent. */
export const formerProviders: Readonly<Record<string, string>> = { holographic: 'local' }

/** The section `memory`: what is remembered between conversations. */
export const memorySchema = lazily(() =>
  z
    .strictObject({
      memory_enabled: z
        .boolean()
        .default(true)
        .describe('Keep notes on projects, tools and decisions in `memories/MEMORY.md`.'),
      user_profile_enabled: z.boolean().default(true).describe('Keep what is known about each person in a `USER.md`.'),
      memory_char_limit: z
        .int()
        .min(200)
        .max(50_000)
        .default(2200)
        .describe('The most characters of MEMORY.md. It is part of the prompt of every session.'),
      user_char_limit: z.int().min(200).max(50_000).default(1375).describe('The most characters of a USER.md.'),
      write_approval: z
        .boolean()
        .default(false)
        .describe('What the agent wants to remember waits for your approval: see `/memory pending`.'),
      provider: z
        .string()
        .default('')
        .describe(
          'A long-term memory beside the files: `local`, `byterover`, `hindsight`, `honcho`, `mem0`, `mem0-local`, `openviking`, `retaindb`, `supermemory`, or a package or file of the home folder. Empty: none.',
        ),
      provider_options: z.record(z.string(), z.unknown()).default({}).describe('The options of the provider.'),
      prefetch_timeout: z
        .number()
        .positive()
        .max(30)
        .default(1)
        .describe('Seconds that an answer waits for what the provider recalls.'),
      nudge_interval: z
        .int()
        .min(0)
        .max(1000)
        .default(10)
        .describe(
          'Turns of a conversation after which a model looks for what to remember, in the background (`auxiliary.background_review`); 0 for never.',
        ),
      flush_min_turns: z
        .int()
        .min(0)
        .max(1000)
        .default(2)
        .describe(
          'The fewest turns since the last of these reviews for one at the end of a conversation, after an hour without a turn, and before a compression; 0 for none of these.',
        ),
      notes_for_people: z
        .enum(['none', 'read', 'write'])
        .default('read')
        .describe(
          'What people of a gateway other than the owner may do with MEMORY.md: `none` keeps it private, `read` shows it to their conversations, `write` lets these change it, too.',
        ),
    })
    .prefault({}),
)
