import { lazily } from '@hermes/safety'
import * as z from 'zod'

const address = lazily(() => z.url({ protocol: /^https?$/ }).exactOptional())
const names = lazily(() => z.array(z.string().min(1)))

/** The section `skills`. */
export const skillsSchema = lazily(() =>
  z
    .strictObject({
      disabled: names().default([]).describe('Skills that are switched off, by name.'),
      platform_disabled: z
        .record(z.string(), names())
        .default({})
        .describe('The same per surface (`cli`, `api_server`, `telegram`, `cron`), in addition to disabled.'),
      external_dirs: names()
        .default([])
        .describe('More folders with skills, relative to the home folder. `~` is your own home.'),
      project_discovery: z
        .boolean()
        .default(true)
        .describe(
          'Use the skills in .hermes/skills and .agents/skills of the working folder and its repository, if it is trusted.',
        ),
      trusted_project_dirs: names()
        .default([])
        .describe('Folders whose skills are used when the agent works in them, or below them.'),
      write_approval: z
        .boolean()
        .default(false)
        .describe(
          'Ask before the agent changes a skill. Changes of installed skills, and of texts that look like an attack, are always asked about.',
        ),
      allowed: names()
        .default([])
        .describe('Your own skills that are used although their scan found something dangerous, by name.'),
      index_max_chars: z
        .int()
        .min(0)
        .max(40_000)
        .default(4_500)
        .describe('Longest list of skills in the system prompt. Longer lists are shortened; 0 leaves it out.'),
      pinned: names().default([]).describe('Skills that the curator never archives, by name.'),
      curation: z.boolean().default(true).describe('Whether a run of the curator archives skills.'),
      curate_every_days: z
        .int()
        .min(0)
        .default(7)
        .describe(
          'Days between the runs of the curator that start with a session. 0: it only runs when it is asked to.',
        ),
      stale_after_days: z
        .int()
        .min(1)
        .default(14)
        .describe('Days without a use or a change after which a skill counts as stale.'),
      archive_after_days: z
        .int()
        .min(1)
        .default(30)
        .describe(
          'Days without a use or a change after which a run of the curator archives a skill that the agent wrote.',
        ),
      taps: names()
        .default([])
        .describe(
          'Repositories on GitHub that searches for skills look in: `owner/repository` or `owner/repository/folder`.',
        ),
      hubs: z
        .strictObject({
          github: address().describe('The API of GitHub.'),
          clawhub: address().describe('ClawHub.'),
          lobehub: address().describe('The agents of LobeHub.'),
          'skills-sh': address().describe('skills.sh.'),
        })
        .prefault({})
        .describe(
          'Addresses to use instead of the public hubs of skills, such as mirrors, without a slash at the end.',
        ),
      config: z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .default({})
        .describe('The settings of skills, by the name of the skill.'),
    })
    .prefault({}),
)
