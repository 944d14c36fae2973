import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { lowerCaseAddress } from './lower-case-address.js'

const limits = lazily(() => ({
  tokens_per_day: z.int().min(0).optional().describe('Tokens per person and day (UTC), read and written.'),
  usd_per_day: z.number().min(0).optional().describe('US dollars per person and day (UTC).'),
}))

const roleSchema = lazily(() =>
  z.strictObject({
    commands: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'The only commands, without the slash; /help, /whoami, /stop and /link always work. Default: all of the role.',
      ),
    group_commands: z
      .array(z.string().min(1))
      .optional()
      .describe('The only commands in groups, with the same exceptions. Default: `commands`.'),
    ...limits(),
  }),
)

const guestSchema = lazily(() =>
  roleSchema().extend({
    commands: z
      .array(z.string().min(1))
      .default(['new', 'status'])
      .describe('The only commands, without the slash; /help, /whoami, /stop and /link always work.'),
    toolsets: z.array(z.string().min(1)).default(['safe']).describe('What the agent has in conversations of guests.'),
  }),
)

/** The section `people`: what the people of chat networks may do, by role. Owners may do everything. */
export const peopleSchema = lazily(() =>
  z
    .strictObject({
      admin: roleSchema().prefault({}),
      user: roleSchema().prefault({}),
      guest: guestSchema().prefault({}),
      budgets: z
        .record(z.string(), z.strictObject(limits()))
        .overwrite((budgets) => Object.fromEntries(Object.entries(budgets).map(([who, own]) => [smallId(who), own])))
        .default({})
        .describe('Budgets of single people, by `NETWORK:ID`. They replace that of the role.'),
    })
    .prefault({}),
)

function smallId(person: string): string {
  const [, address] = /^email:(.*)$/.exec(person) ?? []
  return address === undefined ? person : `email:${lowerCaseAddress(address)}`
}

export type PeopleSettings = z.output<ReturnType<typeof peopleSchema>>
