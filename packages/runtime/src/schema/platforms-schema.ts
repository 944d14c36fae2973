import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { lowerCaseAddress } from './lower-case-address.js'

/** Ids may be written as numbers, as some networks do. */
const ids = lazily(() => z.array(z.union([z.string().min(1), z.int()]).transform(String)))

/** The settings that a single chat can have. Changes apply to conversations that begin afterwards. */
const channelSchema = lazily(() =>
  z.strictObject({
    model: z.string().min(1).optional().describe('The model of new conversations.'),
    provider: z.string().min(1).optional().describe('The provider of the model.'),
    reasoning: z
      .enum(['off', 'minimal', 'low', 'medium', 'high', 'xhigh'])
      .optional()
      .describe('The reasoning effort.'),
    personality: z.string().min(1).optional().describe('A name from `personalities`.'),
    prompt: z.string().min(1).optional().describe('Instructions for this chat.'),
    toolsets: z.array(z.string().min(1)).optional().describe('The only toolsets.'),
    skills: z.array(z.string().min(1)).optional().describe('Skills that the agent reads before its first answer.'),
  }),
)

export type ChannelSettings = z.output<ReturnType<typeof channelSchema>>

/** The settings that all chat networks share. Network-specific settings stand next to these. */
export const platformSchema = lazily(() =>
  z.looseObject({
    use: z
      .string()
      .min(1)
      .optional()
      .describe('A package or file of the home folder. Default: the built-in network of this name.'),
    enabled: z.boolean().default(true).describe('Connect to the network.'),
    allow_from: ids().default([]).describe('Ids of people who may write to the agent.'),
    allow_all: z
      .union([z.boolean(), z.literal('guests')])
      .default(false)
      .describe('Everyone on the network may write to the agent; `guests`: as a guest.'),
    owners: ids().default([]).describe('Ids of the owner of this home: the memory of the terminal, and every right.'),
    guests: ids()
      .default([])
      .describe('Ids of people who may write to the agent, with the few commands and tools of guests.'),
    admins: ids().default([]).describe('Ids of people who may also run the commands of administrators.'),
    group_admins: ids()
      .optional()
      .describe(
        'Ids of those who may run these commands in groups. Default: `admins`. Other administrators are users there.',
      ),
    unauthorized: z
      .enum(['pair', 'ignore'])
      .optional()
      .describe(
        'How to answer a direct message of a stranger: with a pairing code (`pair`), or not at all (`ignore`, the default of email).',
      ),
    require_mention: z.boolean().default(true).describe('Answer in groups only when the agent is addressed.'),
    mention_patterns: z
      .array(z.string().min(1).max(500))
      .max(50)
      .default([])
      .describe(
        'Regular expressions of RE2 that call the agent in groups, such as `\\bhey hermes\\b`. Case does not matter.',
      ),
    free_chats: ids().default([]).describe('Ids of groups in which no mention is needed.'),
    allowed_chats: ids().optional().describe('Ids of the only groups in which the agent answers. Default: all.'),
    bots: z
      .enum(['none', 'mentions', 'all'])
      .default('none')
      .describe('Which messages of other bots are answered, if they may write to the agent.'),
    bot_limit: z
      .int()
      .min(1)
      .default(20)
      .describe('Messages of bots that are answered per chat in five minutes. After more, none for ten minutes.'),
    sender_limit: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Messages of one person that are answered within an hour: more are those of a robot, and none is answered for an hour. 0: no limit. Default: 30 for email, otherwise 0.',
      ),
    batch_seconds: z
      .number()
      .min(0)
      .max(30)
      .default(0)
      .describe('How long to wait for further messages of a person, which are answered together. 0: not at all.'),
    ignored_chats: ids().default([]).describe('Ids of groups in which the agent never answers.'),
    observe: z
      .boolean()
      .default(false)
      .describe('Show the model what was written in a group since its last turn there without addressing it.'),
    channels: z
      .record(z.string(), channelSchema())
      .default({})
      .describe('Settings of single chats, by `CHAT` or `CHAT:THREAD`.'),
    per_user_in_groups: z.boolean().default(true).describe('Separate conversations per person in groups.'),
    per_user_in_threads: z
      .boolean()
      .default(false)
      .describe('The same in threads and topics. Without it, people share the conversation of a thread.'),
    home_chat: z
      .union([z.string().min(1), z.int()])
      .transform(String)
      .optional()
      .describe('The chat for messages that name only the network: `CHAT` or `CHAT:THREAD`.'),
    send_to: ids()
      .default([])
      .describe(
        'Chats that every conversation may write to: `CHAT` or `CHAT:THREAD`. Those of administrators may write to all.',
      ),
    busy_mode: z
      .enum(['queue', 'steer', 'interrupt'])
      .default('interrupt')
      .describe('What a message does while a turn is running.'),
    stream: z
      .boolean()
      .default(true)
      .describe('Show answers while they are written, where the network can edit messages.'),
    fresh_final_seconds: z
      .number()
      .min(0)
      .default(0)
      .describe(
        'Send a complete answer as a new message, and remove what was shown of it, if that was there for so long: it then notifies, and has the time of its end. 0: never.',
      ),
    tool_progress: z
      .enum(['off', 'log', 'new', 'all', 'verbose'])
      .optional()
      .describe(
        'Show the tools of a turn in one message, where the network can edit messages: their names (`new`), also the start of their arguments (`all`), or more of them (`verbose`). `log` writes each call to `logs/tool_calls.log` instead. Default: `display.tool_progress`, without arguments in groups.',
      ),
    keep_tool_progress: z.boolean().default(false).describe('Keep that message when the answer is there.'),
  }),
)

/** Returns the names of the settings that all networks share. */
export function commonSettings(): readonly string[] {
  return Object.keys(platformSchema().shape)
}

export const platformsSchema = lazily(() =>
  z
    .record(z.string().regex(/^[a-z][a-z0-9-]*$/), platformSchema())
    .overwrite(withSmallAddresses)
    .default({})
    .describe('Chat networks that the gateway serves, by name: `telegram`, or any name with `use: <package>`.'),
)

type Platforms = Record<string, PlatformSettings>

/** Email addresses are compared in lower case, because people also write them with capitals. */
function withSmallAddresses(platforms: Platforms): Platforms {
  const { email } = platforms
  if (!email || email.use !== undefined) return platforms
  const { allow_from, owners, guests, admins, group_admins, send_to, channels } = email
  return {
    ...platforms,
    email: {
      ...email,
      allow_from: allow_from.map(lowerCaseAddress),
      owners: owners.map(lowerCaseAddress),
      guests: guests.map(lowerCaseAddress),
      admins: admins.map(lowerCaseAddress),
      ...(group_admins && { group_admins: group_admins.map(lowerCaseAddress) }),
      send_to: send_to.map(lowerCaseAddress),
      channels: Object.fromEntries(Object.entries(channels).map(([chat, own]) => [lowerCaseAddress(chat), own])),
    },
  }
}

export type PlatformSettings = z.output<ReturnType<typeof platformSchema>>
